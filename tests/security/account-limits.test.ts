import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACCOUNT_LIMITS, type AccountLimit } from "~/core/limits";
import { createTestContext } from "../support/context";
import { type Person, putCask, signIn } from "../support/people";
import { openApp, ORIGIN } from "../support/serve-app";

// What one account may do only so often. Each is sent as a browser without JavaScript sends it.

const app = openApp();
const context = createTestContext();
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

let serial = 0;
const send = (
  { cookie }: Pick<Person, "cookie">,
  path: string,
  fields: Record<string, string>,
  more: RequestInit = {},
) =>
  app.ask(path, {
    method: "POST",
    headers: { Origin: ORIGIN, Cookie: cookie, Accept: "text/html", "CF-Connecting-IP": `198.51.${++serial % 250}.7` },
    body: new URLSearchParams(fields),
    ...more,
  });

const BANK = { holder_name: "Asha Rao", bank_name: "Bank", ifsc_code: "HDFC0001234", account_number: "123456789" };

const SENT: Record<AccountLimit, { path: string; fields: (n: number) => Record<string, string>; answers?: 404 }> = {
  "bank-details": { path: "/bank-details", fields: (n) => ({ ...BANK, account_number: `12345${n}` }) },
  "personal-details": { path: "/personal-details", fields: (n) => ({ full_name: `Asha Rao ${n}`, address: "Pune" }) },
  // A try is counted, whether there is such a bid or not.
  voting: { path: "/bids/bid_none", fields: () => ({ choice: "accept" }), answers: 404 },
  offers: { path: "/stakes/stk_none", fields: () => ({ intent: "end-offer" }), answers: 404 },
  identity: { path: "/identity", fields: () => ({ intent: "look" }) },
  "my-data": { path: "/my-data/archive", fields: () => ({}) },
};

const countOf = async (name: AccountLimit, { userId }: Person) => {
  const rows = await context.db.all<{ count: number }>(
    sql`SELECT count FROM counters WHERE key = ${`account-${name}:${userId}`}`,
  );
  return rows[0]?.count ?? 0;
};

describe.each(Object.entries(SENT) as [AccountLimit, (typeof SENT)[AccountLimit]][])(
  "an account's %s",
  (name, { path, fields, answers = 399 }) => {
    it("end at their limit, for this account alone, and say when to come again", async () => {
      const [person, other] = [await signIn(context), await signIn(context)];
      const first = await send(person, path, fields(1));
      expect(first.status).toBeLessThanOrEqual(answers);
      expect(await countOf(name, person)).toBe(1);
      const { most, windowMs } = ACCOUNT_LIMITS[name];
      await context.db.run(
        sql`UPDATE counters SET count = ${most - 1} WHERE key = ${`account-${name}:${person.userId}`}`,
      );
      expect((await send(person, path, fields(2))).status).toBeLessThanOrEqual(answers);
      const refused = await send(person, path, fields(3));
      const wait = Number(refused.headers.get("Retry-After"));
      expect([refused.status, wait > windowMs / 1000 - 60, wait <= windowMs / 1000]).toEqual([429, true, true]);
      expect(refused.text).toMatch(/Too many tries/);
      expect((await send(other, path, fields(4))).status).toBeLessThanOrEqual(answers);
      expect(await countOf(name, person)).toBe(most);
    });
  },
);

it("bank details are not counted for a session whose code is too old: it uses up nothing of the owner's", async () => {
  const person = await signIn(context);
  await context.db.run(sql`UPDATE sessions SET proved_at_ms = 1 WHERE user_id = ${person.userId}`);
  for (let n = 0; n < 3; n++) await send(person, "/bank-details", BANK);
  expect(await countOf("bank-details", person)).toBe(0);
});

describe("codes that a signed-in account asks for", () => {
  it("are limited to twenty a day that were not entered, to however many addresses and from however many networks", async () => {
    const person = await signIn(context);
    await putCask(context);
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      const { status } = await send(person, "/personal-details", {
        full_name: "Asha",
        email: `other-${n}@example.com`,
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(303), 429]);
  });
});
