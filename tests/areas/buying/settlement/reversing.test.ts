import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { returnWithdrawal } from "~/areas/payouts/withdrawals/return-withdrawal";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import type { ProviderEvent } from "~/integrations/payments/port";
import { boughtBy, dispute, sold } from "../../../support/given-back";
import { value } from "../../../support/holdings";
import { asOperator } from "../../../support/open-session";
import { setSetting, withoutPayoutLimits } from "../../../support/settings";
import { openShop, type Shop } from "../../../support/shop";
import { payWithdrawal, planReturn, requestReturn } from "../../../support/withdrawals";
import { expectInvariants } from "../../../support/invariants";
import { signIn, type Person } from "../../../support/people";
import { runOutboxRow } from "../../../../workers/settlement/outbox";

const MINUTE_MS = 60_000;

const event = (paymentId: string, over: Partial<ProviderEvent>): ProviderEvent => ({
  id: `evt_${over.concerns}_${paymentId}`,
  type: "charge.refunded",
  concerns: "refund",
  sessionId: null,
  providerPaymentId: `pi_${paymentId}`,
  ...over,
});

let shop: Shop;
beforeEach(() => void (shop = openShop()));

describe("money taken back at the provider", () => {
  it.each([
    ["paid", -10_000],
    ["returned", 0],
  ] as const)("makes its owner owe a return that is %s: %i cents", async (state, cents) => {
    const { context } = shop;
    const { buyer, caskId, paymentId } = await sold(shop);
    const { userId: operatorId } = await signIn(context, { operator: true });
    await withoutPayoutLimits(context.db);
    await setSetting(context.db, "second_operator_above_cents", 1_000_000);
    context.clock.advance(731 * DAY_MS);
    await value(context, caskId, dateOf(context.nowMs()), 60_000);
    const of = { withdrawalId: context.newId("wdr"), userId: buyer.userId };
    await requestReturn(context, { ...of, plan: (await planReturn(context, of.userId)) ?? expect.fail() });
    expect(await payWithdrawal(context, { ...of, operatorId })).toEqual({ ok: true });
    context.clock.advance(3 * DAY_MS);
    if (state === "returned")
      await asOperator(context, operatorId, (operator) =>
        returnWithdrawal(context.db, { ...of, reference: "R", reason: "Closed.", operator }),
      );
    const before = await shop.balance("house:owed-by-investors");
    await dispute(shop, paymentId, "open", "created");
    expect((await shop.balance("house:owed-by-investors")) - before).toBe(cents);
    await expectInvariants(context.db);
  });

  it("by a refund ends the stake, voids the certificate and takes tokens and reward back, once", async () => {
    const heldBefore = await shop.balance("house:stripe");
    const { referrer, buyer, caskId, paymentId } = await sold(shop);
    shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), 50_000);
    for (let copy = 0; copy < 3; copy++) {
      await recordEvent(shop.context, "stripe", event(paymentId, {}));
      await recordEvent(shop.context, "stripe", event(paymentId, { id: `evt_copy_${copy}_${paymentId}` }));
      await shop.drain();
    }
    expect(await shop.payment(paymentId)).toMatchObject({ state: "refunded" });
    expect(await boughtBy(shop, paymentId)).toEqual({ stake: "ended", certificate: "void" });
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    expect(await shop.balance(`user:${referrer.userId}:rewards-pending`)).toBe(0);
    expect(await shop.balance("house:stripe")).toBe(heldBefore);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, stakes: 1 });
    await expectInvariants(shop.context.db);
  });

  it("for a disputed fee leaves alone what another fee has paid for since", async () => {
    const buyer = await signIn(shop.context, { activated: false });
    const payFee = async () => (await shop.sell({ product: "joining-fee" }, buyer)).paymentId;
    const isActive = async () =>
      (
        await shop.context.db.all<{ at: number | null }>(sql`SELECT activated_at_ms AS at FROM users
          WHERE id = ${buyer.userId}`)
      )[0]?.at !== null;
    const first = await payFee();
    const dispute = { concerns: "dispute" as const, type: "charge.dispute.created" };
    shop.stripe.chargeFor(first).dispute = "open";
    await recordEvent(shop.context, "stripe", event(first, dispute));
    await shop.drain();
    expect(await isActive()).toBe(false);
    await payFee();
    expect(await isActive()).toBe(true);
    await recordEvent(
      shop.context,
      "stripe",
      event(first, { ...dispute, id: `evt_closed_${first}`, type: "charge.dispute.closed" }),
    );
    shop.stripe.takeBack(shop.stripe.chargeFor(first), shop.stripe.chargeFor(first).cents ?? 0);
    await recordEvent(shop.context, "stripe", event(first, { id: `evt_refund_${first}` }));
    await shop.drain();
    expect((await shop.paymentsOf(buyer)).map(({ state }) => state)).toEqual(["refunded", "settled"]);
    expect(await isActive()).toBe(true);
    await expectInvariants(shop.context.db);
  });
});

describe("money returned before its payment is settled", () => {
  let shop: Shop;
  let buyer: Person;
  let paymentId: string;
  const start = async (paymentMode: string) => {
    shop = openShop();
    ({ buyer, paymentId } = await shop.order({ paymentMode }));
  };
  const heard = async (over: Partial<ProviderEvent>, provider: "stripe" | "copperx" = "stripe") =>
    (await recordEvent(shop.context, provider, event(paymentId, over))) ?? "";

  it.each([
    ["a refund", "again", 2 * MINUTE_MS],
    ["a dispute", "again", 2 * MINUTE_MS],
    ["a refund", "done", 8 * DAY_MS],
    ["a dispute", "done", 8 * DAY_MS],
  ] as const)("takes back what it then buys: %s, first read as '%s' after %i ms", async (what, outcome, laterMs) => {
    await start("Bank");
    shop.stripe.pay(paymentId);
    const charge = shop.stripe.chargeFor(paymentId);
    if (what === "a dispute") charge.dispute = "open";
    else shop.stripe.takeBack(charge, 50_000);
    const outboxId = await heard(what === "a dispute" ? { concerns: "dispute", type: "charge.dispute.created" } : {});
    if (outcome === "done") shop.context.clock.advance(laterMs);
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe(outcome);
    await settlePayment(shop.settlement, { paymentId });
    if (outcome === "again") shop.context.clock.advance(laterMs);
    await shop.drain();
    const state = what === "a dispute" ? "disputed" : "refunded";
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state });
    const stake = sql`SELECT state FROM stakes WHERE payment_id = ${paymentId}`;
    expect(await shop.context.db.all(stake)).toEqual([{ state: state === "disputed" ? "frozen" : "ended" }]);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    await expectInvariants(shop.context.db);
  });

  it("is looked for at growing intervals, and given up after four days if it was never ours", async () => {
    await start("Bank");
    const outboxId = await heard({ providerPaymentId: "pi_strange" });
    const row = async () => {
      const found = sql`SELECT done_at_ms AS done, available_at_ms AS due FROM outbox WHERE id = ${outboxId}`;
      return (await shop.context.db.all<{ done: number | null; due: number }>(found))[0];
    };
    const startedMs = shop.context.nowMs();
    const waits: number[] = [];
    for (let looks = 0; looks < 30 && (await runOutboxRow(shop.settlement, outboxId)) === "again"; looks++) {
      const waitMs = ((await row())?.due ?? 0) - shop.context.nowMs();
      waits.push(waitMs / MINUTE_MS);
      shop.context.clock.advance(waitMs);
    }
    expect(waits.slice(0, 4)).toEqual([1, 1, 2, 4]);
    expect(waits.length).toBeLessThan(24);
    expect(Math.max(...waits)).toBe(12 * 60);
    expect(shop.context.nowMs() - startedMs).toBeGreaterThanOrEqual(4 * DAY_MS);
    expect((await row())?.done).toBe(shop.context.nowMs());
  });

  it("asks a provider again whose session still looks open after an event about it", async () => {
    await start("Crypto");
    await shop.context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE id = ${paymentId}`);
    const type = "checkout_session.completed";
    const outboxId = await heard({ type, concerns: "session", sessionId: `session_${paymentId}` }, "copperx");
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe("again");
    shop.copperx.pay(paymentId);
    shop.context.clock.advance(2 * MINUTE_MS);
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe("done");
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "settled" });
    await expectInvariants(shop.context.db);
  });
});
