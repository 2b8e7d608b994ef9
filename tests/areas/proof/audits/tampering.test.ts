// A row is changed behind the product's back: the next audit says FAIL and names the field; once that is mended, PASS.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { auditTomorrow, readLatest, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { effort } from "../../../support/effort";
import { creditWallet, giveStake, value } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { requestBalance } from "../../../support/withdrawals";

/** SHA-256 of 'abc', the file of the document. */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const LEDGER = /^ledger: rows are not what was chained on 2026-/;
const MARK = "mark: stake 1 has another one without a new certificate";
const STATE = "state: stake 1 is in another state than its payment";
const OWNER = "owner: stake 1 is not held by the user who paid for it";
const COUNTERS = "casks: 1 against the rule 'a cask's counters are its rows'";
const GONE = /^valuations: \w+ is not what it was/;
/** A row of money that never was, with the totals that go with it. */
const madeUp = (seq: string) => [
  `INSERT INTO transfers (seq, id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${seq}, 'made:up', 'house:promotions', 'WALLET', 700, 'USD', 'promotion', 'made:up', created_at_ms FROM transfers WHERE id = 'PAID2:applied'`,
  "UPDATE accounts SET credits_total = credits_total + 700 WHERE id = 'WALLET'",
  "UPDATE accounts SET debits_total = debits_total + 700 WHERE id = 'house:promotions'",
];
const applied = (set: string) => [`UPDATE transfers SET ${set} WHERE id = 'PAID2:applied'`];
const seqOf = (name: string) => `(SELECT seq FROM transfers WHERE id = 'PAID2:${name}')`;
const stake = (set: string) => `UPDATE stakes SET ${set} WHERE id = 'STAKE1'`;
const payment = (set: string) => `UPDATE payments SET ${set} WHERE id = 'PAYMENT1'`;
const certificate = (set: string, which = 1) => `UPDATE certificates SET ${set} WHERE id = 'CERTIFICATE${which}'`;
const cask = (set: string) => [`UPDATE casks SET ${set} WHERE id = 'CASK'`];
const values = "WHERE cask_id = 'CASK'";

/** What anyone in control of the database might change: the tables, each with a row or two; what the next audit says. */
type Tampering = [what: string, tables: string[], changes: string[], told: string | RegExp];
const LEDGER_TAMPERINGS: Tampering[] = [
  ["the account of a row of the ledger", ["transfers"], applied("credit_account_id = 'house:joining-fees'"), LEDGER],
  ["a row of the ledger: it is gone", ["transfers"], ["DELETE FROM transfers WHERE id = 'PAID2:applied'"], LEDGER],
  [
    "two rows of the ledger: they have changed places",
    ["transfers"],
    [
      `UPDATE transfers SET seq = -7 WHERE seq = ${seqOf("applied")}`,
      `UPDATE transfers SET seq = ${seqOf("tokens")} - 1 WHERE seq = ${seqOf("tokens")}`,
      `UPDATE transfers SET seq = ${seqOf("tokens")} + 1 WHERE seq = -7`,
    ],
    LEDGER,
  ],
  [
    "the ledger: a row stands between others",
    ["transfers", "accounts"],
    // There is room for it behind a row that is gone.
    [
      "DELETE FROM transfers WHERE id = 'PAID2:tokens'",
      ...madeUp("(SELECT seq + 1 FROM transfers WHERE id = 'PAID2:applied')"),
    ],
    LEDGER,
  ],
  ["the ledger: a row stands before the first", ["transfers", "accounts"], madeUp("-3"), LEDGER],
  ["an amount in the ledger", ["transfers"], applied("amount = amount + 1"), LEDGER],
  ["the time of a row of the ledger", ["transfers"], applied("created_at_ms = created_at_ms + 864000000"), LEDGER],
  [
    "the total of an account of the house",
    ["accounts"],
    ["UPDATE accounts SET credits_total = credits_total + 1 WHERE id = 'house:stake-sales'"],
    "money: accounts: house:stake-sales differs from its transfers",
  ],
  [
    "the total of an investor's account",
    ["accounts"],
    ["UPDATE accounts SET credits_total = credits_total + 100 WHERE id = 'WALLET'"],
    "accounts: 1 against the rule 'an investor's account is the sum of its transfers'",
  ],
];
const ROW_TAMPERINGS: Tampering[] = [
  ["a stake's payment", ["stakes"], [stake("payment_id = 'pay_fee'")], "payment: stake 1 has no payment for this cask"],
  ["a stake's state", ["stakes"], [stake("state = 'frozen'")], STATE],
  [
    "the amount of a stake's payment",
    ["payments"],
    [payment("amount_cents = amount_cents + 1")],
    "payments: 1 against the rule 'a payment's income, tokens and money are booked once, while it counts'",
  ],
  [
    "the state of a payment that bought nothing",
    ["payments"],
    ["UPDATE payments SET state = 'settled', received_cents = 1000 WHERE id = 'pay_fee'"],
    "payments: 1 against the rule 'a payment's income, tokens and money are booked once, while it counts'",
  ],
  [
    "the amount of a withdrawal",
    ["withdrawals"],
    ["UPDATE withdrawals SET amount_cents = 4900 WHERE id = 'WITHDRAWAL'"],
    "money: books: against the rule 'what is held for withdrawals is what is in progress'",
  ],
  [
    "whose certificate it is",
    ["certificates"],
    [
      certificate("state = 'void', stake_id = 'STAKE2'"),
      certificate("stake_id = 'STAKE1'", 2),
      certificate("state = 'issued'"),
    ],
    MARK,
  ],
  [
    "a document's hash",
    ["evidence"],
    ["UPDATE evidence SET sha256 = replace(sha256, 'ba78', 'ba79') WHERE id = 'evd_1'"],
    `documents: ${ABC} is not what it was`,
  ],
  ["the valuations: one is gone", ["valuations"], [`DELETE FROM valuations ${values}`], GONE],
  ["a valuation", ["valuations"], [`UPDATE valuations SET value_cents = value_cents + 1 ${values}`], GONE],
  ["a stake's owner", ["stakes"], [stake("user_id = 'OTHER'")], OWNER],
  [
    "a stake's owner, and who paid for it",
    ["stakes", "payments"],
    [payment("user_id = 'OTHER'"), stake("user_id = 'OTHER'")],
    OWNER,
  ],
  [
    "a stake's state, with a payment that never was",
    ["stakes", "payments"],
    [stake("state = 'frozen'"), payment("state = 'failed'")],
    STATE,
  ],
  [
    "a stake's price",
    ["stakes"],
    [stake("price_cents = 1")],
    "stakes: 1 against the rule 'no stake without its money'",
  ],
  ["a stake's number", ["stakes"], [stake("number = 7")], "stakes: stake 1 was sold and is gone"],
  ["the counter of stakes sold", ["casks"], cask("sold_stakes = sold_stakes - 1"), COUNTERS],
  ["the counter of stakes reserved", ["casks"], cask("reserved_stakes = 3"), COUNTERS],
  ["how many stakes there are", ["casks"], cask("total_stakes = 11"), "total: it was 10"],
  ["a certificate's code", ["certificates"], [certificate("code = 'x' || code")], MARK],
  ["a certificate's state", ["certificates"], [certificate("state = 'void'")], "certificate: stake 1 has none"],
];

const context = createTestContext({ clock: new TestClock(Date.parse("2026-03-02T12:00:00Z")) });
let caskId = "";
/** What the words in capitals above stand for. */
let names: Record<string, string>;

beforeAll(async () => {
  const person = await signIn(context);
  const other = await signIn(context);
  await signIn(context, { operator: true });
  await signIn(context, { reader: true });
  caskId = await putCask(context, { totalStakes: 10 });
  await value(context, caskId, "2026-01-01", 60_000);
  const [one, two] = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
  await creditWallet(context, person, 5_000);
  await creditWallet(context, other, 300);
  const asked = await requestBalance(context, { userId: person.userId, amountCents: 5_000 });
  const [WALLET, WITHDRAWAL] = [`user:${other.userId}:wallet`, asked.withdrawalId];
  const stakes = {
    STAKE1: one.stakeId,
    STAKE2: two.stakeId,
    PAYMENT1: one.paymentId,
    PAID2: `payment:${two.paymentId}`,
  };
  const certificates = { CERTIFICATE1: one.certificateId, CERTIFICATE2: two.certificateId };
  names = { CASK: caskId, OTHER: other.userId, WALLET, WITHDRAWAL, ...stakes, ...certificates };
  await context.db
    .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, state, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES ('pay_fee', ${person.userId}, 'joining-fee', 'p', 1000, 'Bank', 'stripe', 'created', 1, 1, 1)`);
  await context.db
    .run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
    VALUES ('evd_1', ${caskId}, 'insurance', 'Test', '2026-01-01', 'public', 'evidence/evd_1', 'application/pdf', 3, ${ABC}, 1)`);
  await context.proof.put("evidence/evd_1", "abc");
});

const caskOf = (day: AuditDay) => {
  return day.casks.find(({ id }) => id === caskId) ?? expect.fail("the cask is not in the audit");
};

it("an audit of untouched rows says PASS, day after day", async () => {
  const first = await auditTomorrow(context);
  expect(first).toMatchObject({ result: "PASS", reason: null, previous_date: null, previous_hash: null });
  expect(caskOf(first)).toMatchObject({ result: "PASS", issued: 2, free: 8, total: 10, certificates_valid: 2 });
  const second = await auditTomorrow(context);
  expect(second).toMatchObject({ result: "PASS", previous_date: first.date, previous_hash: first.hash });
  expect(second.ledger_head).toBe(first.ledger_head);
  expect(await readLatest()).toContain(second.hash);
});

describe("an audit after a change to", () => {
  const cases = [...LEDGER_TAMPERINGS, ...ROW_TAMPERINGS];

  /** Changes rows behind the product's back. @returns how to put the tables back */
  async function change(tables: string[], changes: string[]) {
    for (const table of tables) await env.DB.prepare(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`).run();
    const named = (text: string) => text.replaceAll(/[A-Z]+\d?/g, (word) => names[word] ?? word);
    await tamper(context, tables, changes.map(named));
    return async () => {
      const back = tables.flatMap((table) => [
        `DELETE FROM ${table} WHERE id NOT IN (SELECT id FROM kept_${table})`,
        `INSERT OR REPLACE INTO ${table} SELECT * FROM kept_${table}`,
        `DROP TABLE kept_${table}`,
      ]);
      await tamper(context, tables, back, { anyNumber: true });
    };
  }

  // Of what was changed in the ledger, which each day is chained to, the next day says so too; rows are read again whatever was found.
  const asked = cases.map((one, index) => [...one, index < LEDGER_TAMPERINGS.length ? 2 : effort(1, 2)] as const);

  it.each(asked)("%s", async (_, tables, changes, told, days) => {
    const putBack = await change(tables, changes);
    for (let made = 0; made < days; made++) {
      const day = await auditTomorrow(context);
      expect(day.result).toBe("FAIL");
      const reasons = [day.reason, caskOf(day).reason].filter((reason) => reason !== null);
      expect(reasons).toContainEqual(
        typeof told === "string" ? expect.stringContaining(told) : expect.stringMatching(told),
      );
      expect(JSON.stringify(day)).not.toContain(names.OTHER);
    }
    await putBack();
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

  it("nothing: a FAIL was told to every operator by email, once, and to no reader", async () => {
    const told = await context.db.all<{ id: string }>("SELECT id FROM outbox WHERE notice = 'audit-failed'");
    const failed = await context.db.all<{ date: string }>("SELECT date FROM audits WHERE result = 'FAIL'");
    expect(failed.length).toBe(asked.reduce((sum, [, , , , days]) => sum + days, 1));
    expect(told.length).toBe(failed.length);
  });
});
