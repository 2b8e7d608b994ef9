// Compares the outbox kinds of docs/architecture.md and the tables of notices with the database: every kind that a trigger writes
// is really caused here. What a use case writes is looked for in its own tests.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outboxKinds } from "../../support/outbox-kinds";
import { type NoticeKind, noticeTable } from "~/areas/notices/send-notice";
import { noticeId, outboxId, type OutboxKind } from "~/core/outbox/kinds";
import { type Filled, fillEveryTable } from "../../db/support/every-table";
import { openOffer, sell } from "../../db/support/offer-trespasses";
import { run } from "../../db/support/rows-in-states";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";

const context = createTestContext();
const { db } = context;
let filled: Filled;
/** Which kinds of rows have been expected so far. */
const caused = new Set<string>();

beforeAll(async () => {
  filled = await fillEveryTable(context);
});

afterAll(() => {
  const toEach = "notice_recipients_are_told";
  const byTrigger = Object.entries({ ...outboxKinds, ...noticeTable }).filter(
    ([, { triggers = [toEach] }]) => !triggers.includes(toEach),
  );
  expect(byTrigger.map(([kind]) => kind).filter((kind) => !caused.has(kind))).toEqual([]);
});

type Row = { id: string; kind: string; subject: string; notice: string | null };
const byId = (rows: Row[]) => rows.sort((one, other) => (one.id < other.id ? -1 : 1));
const rowsNow = () => db.all<Row>(sql`SELECT id, kind, subject_id AS subject, notice FROM outbox ORDER BY id`);

/** The outbox rows that this writes. */
async function causedBy(cause: string | (() => Promise<unknown>)): Promise<Row[]> {
  const before = new Set((await rowsNow()).map(({ id }) => id));
  await (typeof cause === "string" ? run(cause) : cause());
  return (await rowsNow()).filter(({ id }) => !before.has(id));
}
const workRow = (kind: Exclude<OutboxKind, "send-notice">, subject: string): Row => {
  caused.add(kind);
  return { id: outboxId(kind, subject), kind, subject, notice: null };
};
const noticeRow = (notice: NoticeKind, ...ids: [string, ...string[]]): Row => {
  caused.add(notice);
  const id = noticeId(notice, ...ids);
  return { id, kind: "send-notice", subject: id.slice("send-notice:".length), notice };
};
const become = (id: string, state: string, atMs = 1) =>
  run(`UPDATE payments SET state = '${state}', updated_at_ms = ${atMs} WHERE id = '${id}'`);

describe("work in the outbox", () => {
  it("is written for a payment: to check it, to report its settlement, and to report its reversal", async () => {
    await filled.rows.payment("pay_a", { fee: true });
    const opened = `UPDATE payments SET state = 'open', provider_session_id = 'cs_a', checkout_url = 'u' WHERE id = 'pay_a'`;
    expect(await causedBy(opened)).toEqual([workRow("check-payment", "pay_a")]);
    expect(await causedBy(() => become("pay_a", "paid"))).toEqual([]);
    expect(await causedBy(() => become("pay_a", "settled"))).toEqual([noticeRow("payment-settled", "pay_a")]);
    for (const [n, state] of ["disputed", "settled", "refunded"].entries())
      expect(await causedBy(() => become("pay_a", state, n + 2))).toEqual([
        noticeRow("payment-reversed", "pay_a", state, String(n + 2)),
      ]);
  });

  it("is written for a payment that settles after news of its refund or dispute: to read that again", async () => {
    await filled.rows.payment("pay_late", { states: ["open", "paid"], fee: true });
    await run("UPDATE payments SET provider_payment_id = 'pi_late' WHERE id = 'pay_late'");
    for (const concerns of ["refund", "dispute", "session"])
      await run(`INSERT INTO provider_events (id, provider, type, concerns, provider_payment_id, received_at_ms)
        VALUES ('early-${concerns}', 'stripe', '-', '${concerns}', 'pi_late', 1)`);
    const again = ["refund", "dispute"].map((concerns) => workRow("handle-event", `early-${concerns}:settled`));
    const settle =
      "UPDATE payments SET state = 'settled', updated_at_ms = created_at_ms + 172800000 WHERE id = 'pay_late'";
    expect(await causedBy(settle)).toEqual(byId([...again, noticeRow("payment-settled", "pay_late")]));
  });

  it("is written for money that could not be applied: to refund it, and to report that", async () => {
    await filled.rows.payment("pay_b", { states: ["open", "paid"], fee: true });
    expect(await causedBy(() => become("pay_b", "refunding"))).toEqual(
      byId([workRow("refund-payment", "pay_b"), noticeRow("payment-refunding", "pay_b")]),
    );
    expect(await causedBy(() => become("pay_b", "refunded"))).toEqual([]);
  });

  it.each(["cancelled", "expired"])("is written for a payment that is %s: to close its session", async (state) => {
    await filled.rows.payment(`pay_${state}`, { states: ["open"], fee: true });
    expect(await causedBy(() => become(`pay_${state}`, state))).toEqual([workRow("expire-session", `pay_${state}`)]);
  });

  it("is written for a certificate: to issue it", async () => {
    await run("UPDATE certificates SET state = 'void'");
    const insert = `INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms) VALUES ('crt_new', '${filled.stakeId}', 'c', 'k', 1)`;
    expect(await causedBy(insert)).toEqual([workRow("issue-certificate", "crt_new")]);
  });

  it("is written for a withdrawal that is decided: to report it", async () => {
    const decided = (state: string) =>
      `UPDATE withdrawals SET state = '${state}', bank_reference = 'r', reject_reason = 'r', cancelled_by = 'investor' WHERE id = 'wdr_${state}'`;
    const other = await signIn(context);
    await creditWallet(context, other, 5);
    for (const state of ["paid", "rejected", "cancelled"] as const) {
      await run(filled.rows.withdrawal(`wdr_${state}`, { user: other.userId }));
      expect(await causedBy(decided(state))).toEqual([noticeRow(`withdrawal-${state}`, `wdr_${state}`)]);
    }
    const back = `UPDATE withdrawals SET state = 'returned', return_reference = 'b', return_reason = 'r', returned_at_ms = 1 WHERE id = 'wdr_paid'`;
    expect(await causedBy(back)).toEqual([noticeRow("withdrawal-returned", "wdr_paid")]);
  });

  it("is written for each contact of an account whose mailbox or phone is changed", async () => {
    const { userId } = await signIn(context);
    const moved = await causedBy(`UPDATE users SET email = 'elsewhere@example.com' WHERE id = '${userId}'`);
    const [change] = await db.all<{ id: string }>(sql`SELECT id FROM contact_changes WHERE user_id = ${userId}`);
    expect(moved).toEqual(["1", "2"].map((one) => noticeRow("contact-changed", change?.id ?? "", one)));
    const add = `UPDATE users SET phone = '919800000077', contact_changed_at_ms = 5 WHERE id = '${userId}'`;
    const added = ["1", "2", "3"].map((one) => noticeRow("contact-added", userId, "sms", "5", one));
    expect(await causedBy(add)).toEqual(added);
  });

  it("is written for a stake whose dispute ends after its cask was sold", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context, { totalStakes: 2 });
    const won = await giveStake(context, person, caskId);
    const lost = await giveStake(context, person, caskId);
    for (const { stakeId } of [won, lost]) await run(`UPDATE stakes SET state = 'frozen' WHERE id = '${stakeId}'`);
    await run(
      `UPDATE payments SET state = 'disputed', reason = 'disputed', updated_at_ms = 2 WHERE id = '${lost.paymentId}'`,
    );
    await run(filled.rows.exit("ext_sold", caskId));
    const other = await signIn(context);
    const confirm = `UPDATE cask_exits SET state = 'confirmed', confirmed_by = '${other.userId}', confirmed_at_ms = 3 WHERE id = 'ext_sold'`;
    expect(await causedBy(confirm)).toEqual([]);
    const [{ at } = { at: 0 }] = await db.all<{ at: number }>(
      sql`SELECT updated_at_ms AS at FROM payments WHERE id = ${won.paymentId}`,
    );
    const again = `UPDATE stakes SET state = 'active' WHERE id = '${won.stakeId}'`;
    expect(await causedBy(again)).toEqual([workRow("credit-exit", `ext_sold:${won.stakeId}:${at}`)]);
    const lose = `UPDATE payments SET reason = 'dispute-lost' WHERE id = '${lost.paymentId}'`;
    expect(await causedBy(lose)).toEqual([workRow("credit-exit", `ext_sold:${lost.stakeId}:2`)]);
  });

  it("is written for an offer that is ended, sold or undone", async () => {
    await openOffer(context, "off_told");
    const end = "UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 7 WHERE id = 'off_told'";
    expect(await causedBy(end)).toEqual([noticeRow("offer-ended", "off_told")]);
    const { last } = await sell(await openOffer(context, "off_paid"));
    expect(await causedBy(last)).toEqual([noticeRow("offer-sold", "off_paid")]);
    await run((await sell(await openOffer(context, "off_undone"))).last);
    await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE offer_id = 'off_undone'`);
    const undo = "UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = 'off_undone'";
    expect(await causedBy(undo)).toEqual([noticeRow("offer-undone", "off_undone")]);
  });

  it("is written by the triggers that the list names", async () => {
    const triggers = await db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%INSERT INTO outbox%'`,
    );
    const listed = [...Object.values(outboxKinds), ...Object.values(noticeTable)].flatMap(
      ({ triggers: by = [] }) => by,
    );
    expect(triggers.map(({ name }) => name).sort()).toEqual([...new Set(listed)].sort());
  });
});
