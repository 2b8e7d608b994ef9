import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACCOUNT_LIMITS, type AccountLimit } from "~/core/limits/account-limits";
import { createTestContext } from "../support/context";
import { type Person, putCask, signIn, signInAs } from "../support/people";
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

const SENT: Record<
  Exclude<AccountLimit, "support">,
  { path: string; fields: (n: number) => Record<string, string>; answers?: 404 }
> = {
  "bank-details": { path: "/bank-details", fields: (n) => ({ ...BANK, account_number: `12345${n}` }) },
  "personal-details": { path: "/personal-details", fields: (n) => ({ full_name: `Asha Rao ${n}`, address: "Pune" }) },
  notices: { path: "/notices", fields: () => ({ topic: "valuations" }) },
  // A try is counted, whether there is such a bid or not.
  voting: { path: "/bids/bid_none", fields: () => ({ choice: "accept" }), answers: 404 },
  offers: { path: "/stakes/stk_none", fields: () => ({ intent: "end-offer" }), answers: 404 },
  closing: { path: "/close-account", fields: () => ({ intent: "keep" }) },
  identity: { path: "/identity", fields: () => ({ intent: "look" }) },
  "my-data": { path: "/my-data/archive", fields: () => ({}) },
};

const countOf = async (name: AccountLimit, { userId }: Person) => {
  const rows = await context.db.all<{ count: number }>(
    sql`SELECT count FROM counters WHERE key = ${`account-${name}:${userId}`}`,
  );
  return rows[0]?.count ?? 0;
};

describe.each(Object.entries(SENT) as [Exclude<AccountLimit, "support">, (typeof SENT)["notices"]][])(
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

describe("bank details", () => {
  it("of one account cause ten mails an hour, and the refused form keeps what was typed", async () => {
    const person = await signIn(context);
    const statuses: number[] = [];
    for (let n = 0; n < 15; n++)
      statuses.push((await send(person, "/bank-details", { ...BANK, account_number: `9876${n}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(303), ...Array<number>(5).fill(429)]);
    const told = sql`SELECT id FROM outbox WHERE notice = 'bank-changed' AND instr(subject_id, ${person.userId}) > 0`;
    expect(await context.db.all(told)).toHaveLength(10);
    const refused = await send(person, "/bank-details", { ...BANK, holder_name: "Kept Name" });
    expect(refused.text).toContain("Kept Name");
    const saved = sql`SELECT holder_name FROM bank_details WHERE user_id = ${person.userId}`;
    expect(await context.db.all(saved)).toEqual([{ holder_name: "Asha Rao" }]);
  });

  it("are limited by the API as well, whatever the session", async () => {
    const person = await signIn(context);
    const another = { ...person, cookie: await signInAs(context, person.userId) };
    const put = (cookie: string, n: number) =>
      app.ask(`/api/users/update_bank_details/${person.userId}`, {
        method: "PUT",
        headers: { Cookie: cookie, Origin: ORIGIN, "Content-Type": "application/json" },
        body: JSON.stringify({ ...BANK, account_number: `5555${n}` }),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await put(n % 2 ? person.cookie : another.cookie, n)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const refused = await put(person.cookie, 99);
    expect(JSON.parse(refused.text)).toEqual({
      status: false,
      message: "Too many tries. Wait a little, then try again.",
    });
    expect(refused.headers.get("Retry-After")).not.toBeNull();
  });

  it("are not counted for a session whose code is too old: it uses up nothing of the owner's", async () => {
    const person = await signIn(context);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = 1 WHERE user_id = ${person.userId}`);
    for (let n = 0; n < 3; n++) await send(person, "/bank-details", BANK);
    expect(await countOf("bank-details", person)).toBe(0);
  });
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
