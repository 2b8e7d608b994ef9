import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { clearWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { callBackRun, makeRun } from "~/areas/payouts/payout-run";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { confirmValuation } from "~/areas/casks/propose-valuation";
import { recordValuation } from "~/areas/casks/record-valuation";
import { asOperator, openOperatorSession } from "../../../support/open-session";
import { giveStake, monthsAgo } from "../../../support/holdings";
import { openRequests } from "../../../support/one-request";
import { type Person, putCask, signIn } from "../../../support/people";
import { setSetting, withoutRule } from "../../../support/settings";
import { askReturn, payWithdrawal } from "../../../support/withdrawals";

// Which operator may pay a request: how much in a day, and whose word it must not rest on.

const { context, at, ask, rejectOthers } = openRequests();
const { db, clock } = context;
const OK = { ok: true };

const pay = (withdrawalId: string, by = at.operator, nowMs = clock.nowMs) =>
  payWithdrawal(context, { withdrawalId, operatorId: by.userId, nowMs } as Parameters<typeof payWithdrawal>[1]);
const askAs = async (amountCents: number) => ask(await signIn(context), amountCents);

describe("in a day an operator", () => {
  const over = { ok: false, code: "day-limit" };

  beforeEach(() => setSetting(db, "operator_cents_per_day", 2_000));

  it("pays as much as the setting says, to the cent, and another one as much again", async () => {
    expect(await pay(await ask(at.operator, 2_000))).toEqual({ ok: false, code: "not-allowed" });
    const [first, rest, cent] = [await askAs(1_500), await askAs(500), await askAs(1)];
    expect([await pay(first), await pay(rest), await pay(cent)]).toEqual([OK, OK, over]);
    expect(await pay(at.id, at.second)).toEqual(OK);
    expect(await pay(cent, at.second)).toEqual(OK);
  });

  it("counts what they paid in the last 24 hours", async () => {
    expect(await pay(await askAs(2_000))).toEqual(OK);
    const later = clock.nowMs + DAY_MS;
    expect(await pay(at.id, at.operator, later - 1)).toEqual(over);
    expect(await pay(at.id, at.operator, later)).toEqual(OK);
  });

  it("counts their own payout runs of the last 24 hours, called back or not, and no one else's", async () => {
    await rejectOthers([at.id]);
    const runId = context.newId("run");
    expect(await asOperator(context, at.operator.userId, (operator) => makeRun(db, { runId, operator }))).toBe(true);
    // The bank may have had it all the same.
    await asOperator(context, at.operator.userId, (operator) => callBackRun(db, { runId, reason: "Late.", operator }));
    const [first, second] = [await askAs(1_001), await askAs(1_000)];
    const later = clock.nowMs + DAY_MS;
    expect(await pay(first)).toEqual(over);
    expect(await pay(second)).toEqual(OK);
    expect(await pay(first, at.second)).toEqual(OK);
    const next = await askAs(1_001);
    expect(await pay(next, at.operator, later - 1)).toEqual(over);
    expect(await pay(next, at.operator, later)).toEqual(OK);
  });

  it("pays nothing where the setting is missing", async () => {
    await withoutRule(db, "settings_are_kept", sql`DELETE FROM settings WHERE key = 'operator_cents_per_day'`);
    expect(await pay(at.id)).toEqual(over);
    await db.run(sql`INSERT INTO settings (key, value, updated_at_ms) VALUES ('operator_cents_per_day', 5000000, 0)`);
    expect(await pay(at.id)).toEqual(OK);
  });
});

describe("an operator does not pay", () => {
  const own = { ok: false, code: "rests-on-you" };

  beforeEach(() => setSetting(db, "operator_cents_per_day", 5_000_000));

  /** What was done for a person keeps that operator alone from paying that person alone. */
  async function expectOnlyTheirs(vouch: (person: Person) => Promise<unknown>): Promise<void> {
    await vouch(at.person);
    expect(await pay(at.id)).toEqual(own);
    expect(await pay(at.other)).toEqual(OK);
    expect(await pay(at.id, at.second)).toEqual(OK);
  }

  it("a person whose identity they checked", () =>
    expectOnlyTheirs(({ userId }) =>
      asOperator(context, at.operator.userId, (operator) =>
        recordIdentityCheck(db, { checkId: context.newId("idc"), userId, outcome: "passed", operator }),
      ),
    ));

  it("a person of whom they cleared a request", () =>
    expectOnlyTheirs(async () => {
      const person = await signIn(context);
      await setSetting(db, "payouts_per_day", 0);
      const cleared = await ask(person);
      await setSetting(db, "payouts_per_day", 10);
      await asOperator(context, at.operator.userId, (operator) =>
        clearWithdrawal(db, { withdrawalId: cleared, operator }),
      );
      expect(await pay(cleared, at.second)).toEqual(OK);
      at.id = await ask(person);
    }));

  it("a person of whom they lifted a block, as long as that payment is disputed", async () => {
    const { paymentId } = await giveStake(context, at.person, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`);
    expect(await pay(at.id)).toEqual({ ok: false, code: "disputed" });
    await db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${paymentId}`);
    expect(await pay(at.id)).toEqual({ ok: false, code: "disputed" });
    expect(await pay(await askAs(200))).toEqual(OK);
    const other = await giveStake(context, await signIn(context), await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'dispute-lost' WHERE id = ${other.paymentId}`);
    const lift = (id: string, by: Person) =>
      db.run(sql`INSERT INTO dispute_lifts (payment_id, operator_id, lifted_at_ms) VALUES (${id}, ${by.userId}, 1)`);
    await lift(other.paymentId, at.operator);
    expect(await pay(at.id)).toEqual({ ok: false, code: "disputed" });
    await lift(paymentId, at.operator);
    expect(await pay(at.id)).toEqual(own);
    expect(await pay(at.other)).toEqual(OK);
    const byAnother = await giveStake(context, at.second, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'dispute-lost'
      WHERE id = ${byAnother.paymentId}`);
    await lift(byAnother.paymentId, at.neighbour);
    expect(await pay(await ask(at.second))).toEqual(OK);
    await db.run(sql`UPDATE payments SET state = 'settled', reason = NULL WHERE id = ${paymentId}`);
    expect(await pay(at.id)).toEqual(OK);
  });

  it("a return that rests on a value of theirs, and pays one that rests on another's, or on none", async () => {
    const caskId = await putCask(context);
    const purchasedAtMs = monthsAgo(context, 25);
    await giveStake(context, at.person, caskId, { purchasedAtMs });
    await giveStake(context, at.neighbour, caskId, { purchasedAtMs });
    const valueBy = (by: Person, cents: number) =>
      db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms, recorded_by)
        VALUES (${context.newId("val")}, ${caskId}, ${dateOf(monthsAgo(context, 1))}, ${cents}, 'measured', 'test', 'test', ${cents}, ${by.userId})`);
    await valueBy(at.operator, 51_000);
    const first = await askReturn(context, at.person.userId);
    await valueBy(at.second, 52_000);
    const second = await askReturn(context, at.neighbour.userId);
    expect([await pay(first), await pay(second), await pay(at.id)]).toEqual([own, OK, OK]);
    expect([await pay(first, at.second), await pay(at.other, at.second)]).toEqual([OK, OK]);
  });

  it("a return that rests on a value they proposed; the operator who confirmed it does", async () => {
    const caskId = await putCask(context);
    const purchasedAtMs = monthsAgo(context, 24);
    await giveStake(context, at.person, caskId, { purchasedAtMs });
    const said = { tier: "measured", method: "Regauge", source: "Bond 3", value_per_stake: "604" };
    const fields = { ...said, valued_on: addMonths(dateOf(purchasedAtMs), 24) };
    const as = (by: Person) => openOperatorSession(context, by.userId);
    const proposed = { valuationId: context.newId("val"), caskId, fields };
    expect(await recordValuation(context, as(at.operator), proposed)).toMatchObject({ waits: true });
    const confirmed = { caskId, fields, proposalId: null, supersedesId: null };
    expect(await confirmValuation(context, as(at.second), confirmed)).toEqual({ ok: true });
    const withdrawalId = await askReturn(context, at.person.userId);
    expect([await pay(withdrawalId), await pay(withdrawalId, at.second)]).toEqual([own, OK]);
  });
});
