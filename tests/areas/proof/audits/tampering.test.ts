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
import { LEDGER_TAMPERINGS } from "../../../support/tampered-ledger";
import { ABC, type Books, ROW_TAMPERINGS } from "../../../support/tampered-rows";
import { requestBalance } from "../../../support/withdrawals";

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
