// Compares the outbox kinds of docs/architecture.md and the tables of notices with the database: every kind that a trigger writes
// is really caused here. What a use case writes is looked for in its own tests.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { outboxKinds } from "../../support/outbox-kinds";
import { noticeTable } from "~/areas/notices/send-notice";
import { recordValuation } from "~/areas/casks/record-valuation";
import { notifyCodesAlarm } from "~/areas/accounts/login/turn-ticket";
import { askReread } from "~/areas/buying/settlement/settle-payment";
import { recordEvent } from "~/areas/buying/provider-events";
import { type Filled, fillEveryTable } from "../../db/support/every-table";
import { run } from "../../db/support/rows-in-states";
import { failAudit } from "../../support/audits";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { asOperator, openOperatorSession } from "../../support/open-session";
import { putCask, signIn } from "../../support/people";
import {
  byId,
  causeContactChanges,
  causeLateSettlement,
  causeOffers,
  causeUnderpaid,
  outboxOf,
} from "./support/caused-rows";

const context = createTestContext();
const { db } = context;
const outbox = outboxOf(db);
const { caused, causedBy, workRow, noticeRow, operators } = outbox;
let filled: Filled;

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
const become = (id: string, state: string, atMs = 1) =>
  run(`UPDATE payments SET state = '${state}', updated_at_ms = ${atMs} WHERE id = '${id}'`);

describe("work in the outbox", () => {
  it("is written for a payment: to check it, to report its settlement, and to report its reversal", async () => {
    await filled.rows.payment("pay_a", { fee: true });
    const opened = `UPDATE payments SET state = 'open', provider_session_id = 'cs_a', checkout_url = 'u' WHERE id = 'pay_a'`;
    expect(await causedBy(() => run(opened))).toEqual([workRow("check-payment", "pay_a")]);
    expect(await causedBy(() => become("pay_a", "paid"))).toEqual([]);
    expect(await causedBy(() => become("pay_a", "settled"))).toEqual([noticeRow("payment-settled", "pay_a")]);
    for (const [n, state] of ["disputed", "settled", "refunded"].entries())
      expect(await causedBy(() => become("pay_a", state, n + 2))).toEqual([
        noticeRow("payment-reversed", "pay_a", state, String(n + 2)),
      ]);
  });
  it("is written for a payment that settles after news of its refund", () => causeLateSettlement(filled, outbox));
  it("is written for money that could not be applied: to refund it, and to report that", async () => {
    await filled.rows.payment("pay_b", { states: ["open", "paid"], fee: true });
    expect(await causedBy(() => become("pay_b", "refunding"))).toEqual(
      byId([workRow("refund-payment", "pay_b"), noticeRow("payment-refunding", "pay_b")]),
    );
    expect(await causedBy(() => become("pay_b", "refunded"))).toEqual([]);
    await causeUnderpaid(filled, outbox);
  });

  it.each(["cancelled", "expired"])("is written for a payment that is %s: to close its session", async (state) => {
    await filled.rows.payment(`pay_${state}`, { states: ["open"], fee: true });
    expect(await causedBy(() => become(`pay_${state}`, state))).toEqual([workRow("expire-session", `pay_${state}`)]);
  });

  it("is written when an operator asks for a payment to be read again, once a minute", async () => {
    const { userId } = await signIn(context, { operator: true });
    const ask = (nowMs: number) => () =>
      asOperator({ db, nowMs: () => nowMs }, userId, (operator) => askReread(db, { paymentId: "pay_bare", operator }));
    expect(await causedBy(ask(60_000))).toEqual([workRow("reread-payment", "pay_bare:1")]);
    expect(await causedBy(ask(119_999))).toEqual([]);
    expect(await causedBy(ask(120_000))).toEqual([workRow("reread-payment", "pay_bare:2")]);
    await run(`UPDATE users SET role = 'investor' WHERE id = '${userId}'`);
  });

  it("is written for a provider's event, unless it concerns nothing of ours", async () => {
    const event = { id: "evt_1", type: "t", concerns: "session", sessionId: null, providerPaymentId: null } as const;
    const record = (concerns: "session" | "nothing", id: string) => () =>
      recordEvent(context, "stripe", { ...event, id, concerns });
    expect(await causedBy(record("session", "evt_1"))).toEqual([workRow("handle-event", "stripe:evt_1")]);
    expect(await causedBy(record("nothing", "evt_2"))).toEqual([]);
  });

  it("is written for a certificate: to issue it", async () => {
    await run("UPDATE certificates SET state = 'void'");
    const insert = `INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms) VALUES ('crt_new', '${filled.stakeId}', 'c', 'k', 1)`;
    expect(await causedBy(() => run(insert))).toEqual([workRow("issue-certificate", "crt_new")]);
  });

  it("is written for a withdrawal that is decided: to report it", async () => {
    const decide = (id: string, state: string) => () =>
      run(
        `UPDATE withdrawals SET state = '${state}', bank_reference = 'r', reject_reason = 'r', cancelled_by = 'investor' WHERE id = '${id}'`,
      );
    const other = await signIn(context);
    await creditWallet(context, other, 5);
    for (const state of ["paid", "rejected", "cancelled"] as const) {
      await run(filled.rows.withdrawal(`wdr_${state}`, { user: other.userId }));
      const told = await causedBy(decide(`wdr_${state}`, state));
      expect(told).toEqual([noticeRow(`withdrawal-${state}`, `wdr_${state}`)]);
    }
    const back = `UPDATE withdrawals SET state = 'returned', return_reference = 'b', return_reason = 'r', returned_at_ms = 1 WHERE id = 'wdr_paid'`;
    expect(await causedBy(() => run(back))).toEqual([noticeRow("withdrawal-returned", "wdr_paid")]);
  });

  it("about an account: a change of an address is told", () => causeContactChanges(context, outbox));

  it("is written for a stake whose dispute ends after its cask was sold", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context, { totalStakes: 2 });
    const won = await giveStake(context, person, caskId);
    const lost = await giveStake(context, person, caskId);
    for (const { stakeId } of [won, lost]) await run(`UPDATE stakes SET state = 'frozen' WHERE id = '${stakeId}'`);
    const dispute = `UPDATE payments SET state = 'disputed', reason = 'disputed', updated_at_ms = 2 WHERE id = '${lost.paymentId}'`;
    await run(dispute);
    await run(filled.rows.exit("ext_sold", caskId));
    const other = await signIn(context);
    const confirm = `UPDATE cask_exits SET state = 'confirmed', confirmed_by = '${other.userId}', confirmed_at_ms = 3 WHERE id = 'ext_sold'`;
    expect(await causedBy(() => run(confirm))).toEqual([]);
    const [{ at } = { at: 0 }] = await db.all<{ at: number }>(
      sql`SELECT updated_at_ms AS at FROM payments WHERE id = ${won.paymentId}`,
    );
    const again = () => run(`UPDATE stakes SET state = 'active' WHERE id = '${won.stakeId}'`);
    expect(await causedBy(again)).toEqual([workRow("credit-exit", `ext_sold:${won.stakeId}:${at}`)]);
    const lose = () => run(`UPDATE payments SET reason = 'dispute-lost' WHERE id = '${lost.paymentId}'`);
    expect(await causedBy(lose)).toEqual([workRow("credit-exit", `ext_sold:${lost.stakeId}:2`)]);
  });

  it("about very many login codes: each operator with an address is told once a day and channel", async () => {
    const endsAtMs = context.nowMs() + 1000;
    await db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms) VALUES ('send-all:sms', 999, ${endsAtMs})`);
    expect(await causedBy(() => notifyCodesAlarm(context))).toEqual([]);
    await db.run(sql`UPDATE counters SET count = 1000 WHERE key = 'send-all:sms'`);
    const told = byId((await operators()).map(({ id }) => noticeRow("codes-alarm", id, "sms", String(endsAtMs))));
    for (const rows of [told, []]) expect(await causedBy(() => notifyCodesAlarm(context))).toEqual(rows);
  });

  it("about an audit that failed: each operator with an address is told once", async () => {
    await signIn(context, { operator: true });
    const told = byId((await operators()).map(({ id }) => noticeRow("audit-failed", id, dateOf(context.nowMs()))));
    expect(await causedBy(() => failAudit(context, filled.caskId))).toEqual(told);
  });

  it("is written for a valuation: to tell each holder, once however often it is done", async () => {
    const operator = await signIn(context, { operator: true });
    const session = openOperatorSession(context, operator.userId);
    const said = { tier: "opinion", method: "m", source: "s" };
    const fields = { valued_on: dateOf(context.nowMs()), value_per_stake: "600", ...said };
    const input = { valuationId: "val_new", caskId: filled.caskId, fields };
    const recorded = await causedBy(() => recordValuation(context, session, input));
    expect(recorded).toEqual([noticeRow("new-valuation", "val_new", filled.person.userId)]);
    expect(await causedBy(() => recordValuation(context, session, input))).toEqual([]);
    // It goes to many, at a pace.
    expect(await db.all(sql`SELECT urgent FROM outbox WHERE notice = 'new-valuation'`)).toEqual([{ urgent: -1 }]);
  });

  it("about an offer: its end, and that it was sold or undone", () => causeOffers(context, outbox));
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
