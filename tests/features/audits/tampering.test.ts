// Somebody changes a row behind the product's back: the next audit says FAIL and names the field; once that is mended, PASS.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { auditTomorrow, readLatest, tamper } from "../../support/audits";
import { createTestContext, TestClock } from "../../support/context";
import { creditWallet, giveStake, value } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { requestBalance } from "../../support/withdrawals";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-03-02T12:00:00Z")) });
let caskId: string;
let bought: { paymentId: string; stakeId: string; certificateId: string }[];
let other: { userId: string };
let withdrawalId: string;

beforeAll(async () => {
  const person = await signIn(context);
  other = await signIn(context);
  await signIn(context, { operator: true });
  caskId = await putCask(context, { totalStakes: 10 });
  await value(context, caskId, "2026-01-01", 60_000);
  bought = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
  await creditWallet(context, person, 5_000);
  await creditWallet(context, other, 300);
  withdrawalId = (await requestBalance(context, { userId: person.userId, amountCents: 5_000 })).withdrawalId;
  await context.db
    .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, state, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES ('pay_fee', ${person.userId}, 'joining-fee', 'p', 1000, 'Bank', 'stripe', 'created', 1, 1, 1)`);
  await context.db
    .run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
    VALUES ('evd_1', ${caskId}, 'insurance', 'Test', '2026-01-01', 'public', 'evidence/evd_1', 'application/pdf', 3, ${ABC}, 1)`);
  await context.proof.put("evidence/evd_1", "abc");
});

/** SHA-256 of 'abc'. */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

const caskOf = (day: AuditDay) => {
  const cask = day.casks.find(({ id }) => id === caskId);
  if (!cask) throw new Error("the cask is not in the audit");
  return cask;
};

describe("an audit of rows that nobody touched", () => {
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

describe("an audit after somebody changed", () => {
  const stake = () => `id = '${bought[0]?.stakeId}'`;
  const certificate = () => `id = '${bought[0]?.certificateId}'`;
  const applied = () => `id = 'payment:${bought[1]?.paymentId}:applied'`;
  type Statements = string | string[];
  /** Taken out of its table, and put back. */
  const without = (table: string, where: string): [string[], string[]] => [
    [`INSERT INTO kept_${table} SELECT * FROM ${table} WHERE ${where}`, `DELETE FROM ${table} WHERE ${where}`],
    [`INSERT INTO ${table} SELECT * FROM kept_${table}`, `DELETE FROM kept_${table}`],
  ];
  const seqOf = (name: string) => `(SELECT seq FROM transfers WHERE id = 'payment:${bought[1]?.paymentId}:${name}')`;
  const anotherPlace = (from: string, to: string) => `UPDATE transfers SET seq = ${to} WHERE seq = ${from}`;
  /** A row of money that never was, with the totals that go with it. */
  const madeUp = (seq: string): [string[], string[]] => [
    [
      `INSERT INTO transfers (seq, id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        SELECT ${seq}, 'made:up', 'house:promotions', 'user:${other.userId}:wallet', 700, 'USD', 'promotion', 'made:up', created_at_ms FROM transfers WHERE ${applied()}`,
      `UPDATE accounts SET credits_total = credits_total + 700 WHERE id = 'user:${other.userId}:wallet'`,
      `UPDATE accounts SET debits_total = debits_total + 700 WHERE id = 'house:promotions'`,
    ],
    [
      "DELETE FROM transfers WHERE id = 'made:up'",
      `UPDATE accounts SET credits_total = credits_total - 700 WHERE id = 'user:${other.userId}:wallet'`,
      `UPDATE accounts SET debits_total = debits_total - 700 WHERE id = 'house:promotions'`,
    ],
  ];
  const cases: [what: string, table: Statements, change: () => [Statements, Statements], told: string | RegExp][] = [
    [
      "the account of a row of the ledger",
      "transfers",
      () => [
        `UPDATE transfers SET credit_account_id = 'house:joining-fees' WHERE ${applied()}`,
        `UPDATE transfers SET credit_account_id = 'house:stake-sales' WHERE ${applied()}`,
      ],
      /^ledger: rows after 0 are not what was chained on 2026-/,
    ],
    ["a row of the ledger: it is gone", "transfers", () => without("transfers", applied()), /^ledger: rows after 0/],
    [
      "two rows of the ledger: they have changed places",
      "transfers",
      () => {
        const swap = [
          anotherPlace(seqOf("applied"), "-7"),
          anotherPlace(seqOf("tokens"), `${seqOf("tokens")} - 1`),
          anotherPlace("-7", `${seqOf("tokens")} + 1`),
        ];
        const back = [
          anotherPlace(seqOf("tokens"), "-7"),
          anotherPlace(seqOf("applied"), `${seqOf("applied")} - 1`),
          anotherPlace("-7", `${seqOf("applied")} + 1`),
        ];
        return [swap, back];
      },
      /^ledger: rows after 0/,
    ],
    [
      "the ledger: a row stands between others",
      ["transfers", "accounts"],
      () => {
        // There is room for it behind a row that is gone.
        const [gone, again] = without("transfers", `id = 'payment:${bought[1]?.paymentId}:tokens'`);
        const seq = `(SELECT seq FROM kept_transfers)`;
        const [there, back] = madeUp(seq);
        return [
          [...gone, ...there],
          [...back, ...again],
        ];
      },
      /^ledger: rows after 0/,
    ],
    [
      "the ledger: a row stands before the first",
      ["transfers", "accounts"],
      () => madeUp("-3"),
      /^ledger: rows after 0/,
    ],
    [
      "a stake's payment",
      "stakes",
      () => [
        `UPDATE stakes SET payment_id = 'pay_fee' WHERE ${stake()}`,
        `UPDATE stakes SET payment_id = '${bought[0]?.paymentId}' WHERE ${stake()}`,
      ],
      "payment: stake 1 has no payment for this cask",
    ],
    [
      "a stake's state",
      "stakes",
      () => [
        `UPDATE stakes SET state = 'frozen' WHERE ${stake()}`,
        `UPDATE stakes SET state = 'active' WHERE ${stake()}`,
      ],
      "state: stake 1 is in another state than its payment",
    ],
    [
      "the amount of a stake's payment",
      "payments",
      () => [
        `UPDATE payments SET amount_cents = amount_cents + 1 WHERE id = '${bought[0]?.paymentId}'`,
        `UPDATE payments SET amount_cents = amount_cents - 1 WHERE id = '${bought[0]?.paymentId}'`,
      ],
      "price: stake 1 has another price than was paid and booked",
    ],
    [
      "the state of a payment that bought nothing",
      "payments",
      () => [
        "UPDATE payments SET state = 'settled', received_cents = 1000 WHERE id = 'pay_fee'",
        "UPDATE payments SET state = 'created', received_cents = NULL WHERE id = 'pay_fee'",
      ],
      "payments: 1 against the rule 'a payment's income, tokens and money are booked once, while it counts'",
    ],
    [
      "the amount of a withdrawal",
      "withdrawals",
      () => [
        `UPDATE withdrawals SET amount_cents = 4900 WHERE id = '${withdrawalId}'`,
        `UPDATE withdrawals SET amount_cents = 5000 WHERE id = '${withdrawalId}'`,
      ],
      "withdrawals_open_cents: what is held for withdrawals is what is in progress, and it is not so",
    ],
    [
      "whose certificate it is",
      "certificates",
      () => {
        const [one, two] = bought;
        const swap = (first = one, second = two) => [
          `UPDATE certificates SET state = 'void', stake_id = '${two?.stakeId}' WHERE id = '${first?.certificateId}'`,
          `UPDATE certificates SET stake_id = '${one?.stakeId}' WHERE id = '${second?.certificateId}'`,
          `UPDATE certificates SET state = 'issued' WHERE id = '${first?.certificateId}'`,
        ];
        return [swap(), swap(two, one)];
      },
      "mark: stake 1 has another one without a new certificate",
    ],
    [
      "a document's hash",
      "evidence",
      () => [
        "UPDATE evidence SET sha256 = replace(sha256, 'ba78', 'ba79') WHERE id = 'evd_1'",
        "UPDATE evidence SET sha256 = replace(sha256, 'ba79', 'ba78') WHERE id = 'evd_1'",
      ],
      `documents: ${ABC} is not what it was`,
    ],
    [
      "the valuations: one is gone",
      "valuations",
      () => without("valuations", `cask_id = '${caskId}'`),
      /^valuations: \w+ is not what it was/,
    ],
    [
      "an amount in the ledger",
      "transfers",
      () => [
        `UPDATE transfers SET amount = amount + 1 WHERE ${applied()}`,
        `UPDATE transfers SET amount = amount - 1 WHERE ${applied()}`,
      ],
      /^ledger: rows after 0 are not what was chained on 2026-/,
    ],
    [
      "the time of a row of the ledger",
      "transfers",
      () => [
        `UPDATE transfers SET created_at_ms = created_at_ms + 864000000 WHERE ${applied()}`,
        `UPDATE transfers SET created_at_ms = created_at_ms - 864000000 WHERE ${applied()}`,
      ],
      /^ledger: rows after 0/,
    ],
    [
      "a stake's owner",
      "stakes",
      () => [
        `UPDATE stakes SET user_id = '${other.userId}' WHERE ${stake()}`,
        `UPDATE stakes SET user_id = (SELECT user_id FROM payments WHERE payments.id = payment_id) WHERE ${stake()}`,
      ],
      "owner: stake 1 is not held by whoever paid for it",
    ],
    [
      "a stake's price",
      "stakes",
      () => [
        `UPDATE stakes SET price_cents = 1 WHERE ${stake()}`,
        `UPDATE stakes SET price_cents = 50000 WHERE ${stake()}`,
      ],
      "price: stake 1 has another price",
    ],
    [
      "a stake's number",
      "stakes",
      () => [`UPDATE stakes SET number = 7 WHERE ${stake()}`, `UPDATE stakes SET number = 1 WHERE ${stake()}`],
      "stakes: stake 1 was sold and is gone",
    ],
    [
      "the counter of stakes sold",
      "casks",
      () => [
        `UPDATE casks SET sold_stakes = sold_stakes - 1 WHERE id = '${caskId}'`,
        `UPDATE casks SET sold_stakes = sold_stakes + 1 WHERE id = '${caskId}'`,
      ],
      "issued: the counter differs from the stakes by 1",
    ],
    [
      "the counter of stakes reserved",
      "casks",
      () => [
        `UPDATE casks SET reserved_stakes = 3 WHERE id = '${caskId}'`,
        `UPDATE casks SET reserved_stakes = 0 WHERE id = '${caskId}'`,
      ],
      "reserved: the counter differs from the reservations by 3",
    ],
    [
      "how many stakes there are",
      "casks",
      () => [
        `UPDATE casks SET total_stakes = 11 WHERE id = '${caskId}'`,
        `UPDATE casks SET total_stakes = 10 WHERE id = '${caskId}'`,
      ],
      "total: it was 10",
    ],
    [
      "a certificate's code",
      "certificates",
      () => [
        `UPDATE certificates SET code = 'x' || code WHERE ${certificate()}`,
        `UPDATE certificates SET code = substr(code, 2) WHERE ${certificate()}`,
      ],
      "mark: stake 1 has another one without a new certificate",
    ],
    [
      "a certificate's state",
      "certificates",
      () => [
        `UPDATE certificates SET state = 'void' WHERE ${certificate()}`,
        `UPDATE certificates SET state = 'issued' WHERE ${certificate()}`,
      ],
      "certificate: stake 1 has none",
    ],
    [
      "a valuation",
      "valuations",
      () => [
        `UPDATE valuations SET value_cents = value_cents + 1 WHERE cask_id = '${caskId}'`,
        `UPDATE valuations SET value_cents = value_cents - 1 WHERE cask_id = '${caskId}'`,
      ],
      /^valuations: \w+ is not what it was/,
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
      () => [
        `UPDATE accounts SET credits_total = credits_total + 100 WHERE id = 'user:${other.userId}:wallet'`,
        `UPDATE accounts SET credits_total = credits_total - 100 WHERE id = 'user:${other.userId}:wallet'`,
      ],
      "money: accounts: 1 of investors differ from their transfers",
    ],
  ];

  beforeAll(async () => {
    for (const table of ["transfers", "valuations"])
      await env.DB.prepare(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE 0`).run();
  });

  afterAll(async () => {
    for (const table of ["transfers", "valuations"]) await env.DB.prepare(`DROP TABLE kept_${table}`).run();
  });

  it.each(cases)("%s", async (_, table, change, told) => {
    const [there, back] = change();
    await tamper(context, table, there);
    for (let days = 0; days < 2; days++) {
      const day = await auditTomorrow(context);
      expect(day.result).toBe("FAIL");
      const reasons = [day.reason, caskOf(day).reason].filter((reason) => reason !== null);
      expect(reasons).toContainEqual(
        typeof told === "string" ? expect.stringContaining(told) : expect.stringMatching(told),
      );
      expect(JSON.stringify(day)).not.toContain(other.userId);
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

  it("nothing: a FAIL was told to every operator by mail, once", async () => {
    const told = await context.db.all<{ id: string }>("SELECT id FROM outbox WHERE notice = 'audit-failed'");
    const failed = await context.db.all<{ date: string }>("SELECT date FROM audits WHERE result = 'FAIL'");
    expect(failed.length).toBe(cases.length * 2 + 1);
    expect(told.length).toBe(failed.length);
  });
});
