// Somebody changes a row behind the product's back: the next audit says FAIL and names the field; once that is mended, PASS.
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { auditTomorrow, readLatest, tamper } from "../../support/audits";
import { createTestContext, TestClock } from "../../support/context";
import { creditWallet, giveStake, value } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-03-02T12:00:00Z")) });
let caskId: string;
let bought: { paymentId: string; stakeId: string; certificateId: string }[];
let other: { userId: string };

beforeAll(async () => {
  const person = await signIn(context);
  other = await signIn(context);
  await signIn(context, { operator: true });
  caskId = await putCask(context, { totalStakes: 10 });
  await value(context, caskId, "2026-01-01", 60_000);
  bought = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
  await creditWallet(context, person, 5_000);
});

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
  const cases: [what: string, table: string, change: () => [there: string, back: string], told: string | RegExp][] = [
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
