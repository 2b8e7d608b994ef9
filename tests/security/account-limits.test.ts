import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Paper } from "~/areas/holdings/papers/paper";
import { ACCOUNT_LIMITS, type AccountLimit } from "~/core/limits";
import { createTestContext } from "../support/context";
import { type Person, signIn } from "../support/people";
import { openApp } from "../support/serve-app";

// What one account may do only so often. Each is sent as a browser without JavaScript sends it.

/** What was drawn of statements and receipts, in place of drawing it. */
const drawn: string[] = [];
const papers = {
  draw: ({ lead }: Paper) => {
    drawn.push(lead);
    return Promise.resolve(new TextEncoder().encode(`%PDF ${lead}`));
  },
};
const app = openApp({ PAPERS: papers });
const context = createTestContext();

const send = ({ cookie }: Person, path: string, fields: Record<string, string>) => app.submit(path, fields, { cookie });

const BANK = { holder_name: "Asha Rao", bank_name: "Bank", ifsc_code: "HDFC0001234", account_number: "123456789" };

const SENT: Record<AccountLimit, { path: string; fields: (n: number) => Record<string, string>; answers?: 404 }> = {
  "bank-details": { path: "/bank-details", fields: (n) => ({ ...BANK, account_number: `12345${n}` }) },
  "personal-details": { path: "/personal-details", fields: (n) => ({ full_name: `Asha Rao ${n}`, address: "Pune" }) },
  // A try is counted, whether there is such a bid or not.
  voting: { path: "/bids/bid_none", fields: () => ({ choice: "accept" }), answers: 404 },
  offers: { path: "/stakes/stk_none", fields: () => ({ intent: "end-offer" }), answers: 404 },
  "my-data": { path: "/my-data/archive", fields: () => ({}) },
};

const countOf = async (name: AccountLimit, { userId }: Person) => {
  const rows = await context.db.all<{ count: number }>(sql`SELECT count FROM counters
    WHERE key = ${`account-${name}:${userId}`}`);
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
      await context.db.run(sql`UPDATE counters SET count = ${most - 1}
        WHERE key = ${`account-${name}:${person.userId}`}`);
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

it("codes that an account asks for are twenty a day that were not entered, to however many addresses and from wherever", async () => {
  const person = await signIn(context);
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) {
    const fields = { full_name: "Asha", email: `other-${n}@example.com` };
    statuses.push((await send(person, "/personal-details", fields)).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(303), 429]);
});

describe("statements and receipts, which cost processor time,", () => {
  const open = (of: string, { cookie }: Person) => app.ask(`/statements/${of}.pdf`, { headers: { Cookie: cookie } });
  const firstDays = (n: number) => `2024-01-01--2024-01-${String(n).padStart(2, "0")}`;

  it("are drawn once for the same figures, and again when they change", async () => {
    const person = await signIn(context);
    const first = await open(firstDays(5), person);
    await app.settled();
    const again = await open(firstDays(5), person);
    expect([first.status, again.status, again.text === first.text, drawn.length]).toEqual([200, 200, true, 1]);
    expect(again.headers.get("Cache-Control")).toBe("private, no-store");
    await context.db.run(sql`UPDATE users SET full_name = 'Asha Rao' WHERE id = ${person.userId}`);
    await open(firstDays(5), person);
    expect(drawn).toHaveLength(2);
  });

  it("are thirty an hour for one account, and no fewer for another", async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    const statuses: number[] = [];
    for (let n = 1; n <= 31; n++) statuses.push((await open(firstDays(n), person)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    const refused = await open("2024-02-01--2024-02-02", person);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    await app.settled();
    // What was drawn is still there.
    expect((await open(firstDays(5), person)).status).toBe(200);
    expect((await open("2024-02-01--2024-02-02", other)).status).toBe(200);
  });
});
