// A row is changed behind the product's back: the next audit says FAIL and names the field; once that is mended, PASS.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { auditTomorrow, readLatest, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { effort } from "../../../support/effort";
import { creditWallet, giveStake, value } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { ABC, type Books, ROW_TAMPERINGS, type Tampering, without } from "../../../support/tampered-rows";
import { requestBalance } from "../../../support/withdrawals";

// Rows of the ledger, their order and the totals of accounts, changed behind the product's back.

const applied = ({ bought }: Books) => `id = 'payment:${bought[1]?.paymentId}:applied'`;
const seqOf = ({ bought }: Books, name: string) =>
  `(SELECT seq FROM transfers WHERE id = 'payment:${bought[1]?.paymentId}:${name}')`;
const anotherPlace = (from: string, to: string) => `UPDATE transfers SET seq = ${to} WHERE seq = ${from}`;
/** A row of money that never was, with the totals that go with it. */
const madeUp = (books: Books, seq: string): [string[], string[]] => [
  [
    `INSERT INTO transfers (seq, id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        SELECT ${seq}, 'made:up', 'house:promotions', 'user:${books.other.userId}:wallet', 700, 'USD', 'promotion', 'made:up', created_at_ms FROM transfers WHERE ${applied(books)}`,
    `UPDATE accounts SET credits_total = credits_total + 700 WHERE id = 'user:${books.other.userId}:wallet'`,
    `UPDATE accounts SET debits_total = debits_total + 700 WHERE id = 'house:promotions'`,
  ],
  [
    "DELETE FROM transfers WHERE id = 'made:up'",
    `UPDATE accounts SET credits_total = credits_total - 700 WHERE id = 'user:${books.other.userId}:wallet'`,
    `UPDATE accounts SET debits_total = debits_total - 700 WHERE id = 'house:promotions'`,
  ],
];
const LEDGER_TAMPERINGS: Tampering[] = [
  [
    "the account of a row of the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET credit_account_id = 'house:joining-fees' WHERE ${applied(books)}`,
      `UPDATE transfers SET credit_account_id = 'house:stake-sales' WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "a row of the ledger: it is gone",
    "transfers",
    (books) => without("transfers", applied(books)),
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "two rows of the ledger: they have changed places",
    "transfers",
    (books) => {
      const swap = [
        anotherPlace(seqOf(books, "applied"), "-7"),
        anotherPlace(seqOf(books, "tokens"), `${seqOf(books, "tokens")} - 1`),
        anotherPlace("-7", `${seqOf(books, "tokens")} + 1`),
      ];
      const back = [
        anotherPlace(seqOf(books, "tokens"), "-7"),
        anotherPlace(seqOf(books, "applied"), `${seqOf(books, "applied")} - 1`),
        anotherPlace("-7", `${seqOf(books, "applied")} + 1`),
      ];
      return [swap, back];
    },
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the ledger: a row stands between others",
    ["transfers", "accounts"],
    (books) => {
      // There is room for it behind a row that is gone.
      const [gone, again] = without("transfers", `id = 'payment:${books.bought[1]?.paymentId}:tokens'`);
      const seq = `(SELECT seq FROM kept_transfers)`;
      const [there, back] = madeUp(books, seq);
      return [
        [...gone, ...there],
        [...back, ...again],
      ];
    },
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the ledger: a row stands before the first",
    ["transfers", "accounts"],
    (books) => madeUp(books, "-3"),
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "an amount in the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET amount = amount + 1 WHERE ${applied(books)}`,
      `UPDATE transfers SET amount = amount - 1 WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the time of a row of the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET created_at_ms = created_at_ms + 864000000 WHERE ${applied(books)}`,
      `UPDATE transfers SET created_at_ms = created_at_ms - 864000000 WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the total of an account of the house",
    "accounts",
    () => [
      "UPDATE accounts SET credits_total = credits_total + 1 WHERE id = 'house:stake-sales'",
      "UPDATE accounts SET credits_total = credits_total - 1 WHERE id = 'house:stake-sales'",
    ],
    "money: accounts: house:stake-sales differs from its transfers",
  ],
  [
    "the total of an investor's account",
    "accounts",
    (books) => [
      `UPDATE accounts SET credits_total = credits_total + 100 WHERE id = 'user:${books.other.userId}:wallet'`,
      `UPDATE accounts SET credits_total = credits_total - 100 WHERE id = 'user:${books.other.userId}:wallet'`,
    ],
    "money: accounts: 1 of investors differ from their transfers",
  ],
];

const context = createTestContext({ clock: new TestClock(Date.parse("2026-03-02T12:00:00Z")) });
let books: Books;

beforeAll(async () => {
  const person = await signIn(context);
  const other = await signIn(context);
  await signIn(context, { operator: true });
  const caskId = await putCask(context, { totalStakes: 10 });
  await value(context, caskId, "2026-01-01", 60_000);
  const bought = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
  await creditWallet(context, person, 5_000);
  await creditWallet(context, other, 300);
  const asked = await requestBalance(context, { userId: person.userId, amountCents: 5_000 });
  books = { caskId, bought, other, withdrawalId: asked.withdrawalId };
  await context.db
    .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, state, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES ('pay_fee', ${person.userId}, 'joining-fee', 'p', 1000, 'Bank', 'stripe', 'created', 1, 1, 1)`);
  await context.db
    .run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
    VALUES ('evd_1', ${caskId}, 'insurance', 'Test', '2026-01-01', 'public', 'evidence/evd_1', 'application/pdf', 3, ${ABC}, 1)`);
  await context.proof.put("evidence/evd_1", "abc");
});

const caskOf = (day: AuditDay) => {
  const cask = day.casks.find(({ id }) => id === books.caskId);
  if (!cask) throw new Error("the cask is not in the audit");
  return cask;
};

describe("an audit of untouched rows", () => {
  it("says PASS, day after day", async () => {
    const first = await auditTomorrow(context);
    expect(first).toMatchObject({ result: "PASS", reason: null, previous_date: null, previous_hash: null });
    expect(caskOf(first)).toMatchObject({ result: "PASS", issued: 2, free: 8, total: 10, certificates_valid: 2 });
    const second = await auditTomorrow(context);
    expect(second).toMatchObject({ result: "PASS", previous_date: first.date, previous_hash: first.hash });
    expect(second.ledger_head).toBe(first.ledger_head);
    expect(await readLatest()).toContain(second.hash);
  });
});

describe("an audit after a change to", () => {
  const cases = [...LEDGER_TAMPERINGS, ...ROW_TAMPERINGS];

  beforeAll(async () => {
    for (const table of ["transfers", "valuations"])
      await env.DB.prepare(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE 0`).run();
  });

  afterAll(async () => {
    for (const table of ["transfers", "valuations"]) await env.DB.prepare(`DROP TABLE kept_${table}`).run();
  });

  // Of what was changed in the ledger, which each day is chained to, the next day says so too; rows are read again whatever was found.
  const asked = cases.map((one, index) => [...one, index < LEDGER_TAMPERINGS.length ? 2 : effort(1, 2)] as const);

  it.each(asked)("%s", async (_, table, change, told, days) => {
    const [there, back] = change(books);
    await tamper(context, table, there);
    for (let made = 0; made < days; made++) {
      const day = await auditTomorrow(context);
      expect(day.result).toBe("FAIL");
      const reasons = [day.reason, caskOf(day).reason].filter((reason) => reason !== null);
      expect(reasons).toContainEqual(
        typeof told === "string" ? expect.stringContaining(told) : expect.stringMatching(told),
      );
      expect(JSON.stringify(day)).not.toContain(books.other.userId);
    }
    await tamper(context, table, back);
    expect(await auditTomorrow(context)).toMatchObject({ result: "PASS", reason: null });
  });

  it("the file of the day before", async () => {
    const before = await auditTomorrow(context);
    const key = `audit/days/${before.date}.json`;
    const whole = JSON.stringify({ ...before, ledger_rows: 1 });
    await context.proof.put(key, whole);
    const day = await auditTomorrow(context);
    expect(day).toMatchObject({
      result: "FAIL",
      reason: `previous_hash: the file of ${before.date} is gone or another`,
    });
    expect(await auditTomorrow(context)).toMatchObject({ result: "PASS" });
  });

  it("nothing: a FAIL was told to every operator by email, once", async () => {
    const told = await context.db.all<{ id: string }>("SELECT id FROM outbox WHERE notice = 'audit-failed'");
    const failed = await context.db.all<{ date: string }>("SELECT date FROM audits WHERE result = 'FAIL'");
    expect(failed.length).toBe(asked.reduce((sum, [, , , , days]) => sum + days, 1));
    expect(told.length).toBe(failed.length);
  });
});
