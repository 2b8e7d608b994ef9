import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { ProviderEvent } from "~/integrations/payments/port";
import { openShop, type Shop } from "../../../support/shop";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";

async function soldStake(shop: Shop) {
  const [referrer, buyer] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${buyer.userId}, ${referrer.userId}, 1500, 1)`);
  const caskId = await putCask(shop.context, { totalStakes: 1 });
  await shop.buy(buyer, { cask: caskId });
  const [payment] = await shop.paymentsOf(buyer);
  const paymentId = payment?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return { referrer, buyer, caskId, paymentId };
}

const event = (paymentId: string, over: Partial<ProviderEvent>): ProviderEvent => ({
  id: `evt_${over.concerns}_${paymentId}`,
  type: "charge.refunded",
  concerns: "refund",
  sessionId: null,
  providerPaymentId: `pi_${paymentId}`,
  ...over,
});

describe("money taken back at the provider", () => {
  it.each([
    ["a refund", { concerns: "refund" as const }, "refunded"],
    ["a dispute", { concerns: "dispute" as const, type: "charge.dispute.created" }, "disputed"],
  ])(
    "%s ends or freezes the stake, voids the certificate and takes tokens and reward back, once",
    async (_what, over, state) => {
      const shop = openShop();
      const heldBefore = await shop.balance("house:stripe");
      const { referrer, buyer, caskId, paymentId } = await soldStake(shop);
      if (state === "disputed") shop.stripe.chargeFor(paymentId).dispute = "open";
      else shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), 50_000);
      for (let copy = 0; copy < 3; copy++) {
        await recordEvent(shop.context, "stripe", event(paymentId, over));
        await recordEvent(shop.context, "stripe", event(paymentId, { ...over, id: `evt_copy_${copy}_${paymentId}` }));
        await shop.drain();
      }
      expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state });
      const [stake] = await shop.context.db.all<{
        state: string;
        certificate: string;
      }>(sql`SELECT stakes.state, certificates.state AS certificate
      FROM stakes JOIN certificates ON stake_id = stakes.id WHERE payment_id = ${paymentId}`);
      const isRefunded = state === "refunded";
      expect(stake).toEqual({ state: isRefunded ? "ended" : "frozen", certificate: "void" });
      expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
      expect(await shop.balance(`user:${referrer.userId}:rewards-pending`)).toBe(0);
      expect(await shop.balance("house:stripe")).toBe(heldBefore);
      // A dispute may be won, so a frozen stake keeps its number.
      expect(await shop.stock(caskId)).toMatchObject({ sold: isRefunded ? 0 : 1, stakes: 1 });
      await expectInvariants(shop.context.db);
    },
  );

  it("in part is shown to an operator, and changes nothing by itself", async () => {
    const shop = openShop();
    const { buyer, paymentId } = await soldStake(shop);
    shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), 100);
    await recordEvent(shop.context, "stripe", event(paymentId, {}));
    await shop.drain();
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "settled" });
    expect(await shop.context.db.all(sql`SELECT id FROM dead_letters WHERE error = 'partial-refund'`)).toHaveLength(1);
  });

  it("for a disputed fee leaves alone what another fee has paid for since", async () => {
    const shop = openShop();
    const buyer = await signIn(shop.context, { activated: false });
    const payFee = async () => {
      await shop.buy(buyer, { product: "joining-fee" });
      const paymentId = (await shop.paymentsOf(buyer)).at(-1)?.id ?? "";
      shop.stripe.pay(paymentId);
      await shop.drain();
      await settlePayment(shop.settlement, { paymentId });
      shop.context.clock.advance(60_000);
      return paymentId;
    };
    const isActive = async () =>
      (
        await shop.context.db.all<{ at: number | null }>(
          sql`SELECT activated_at_ms AS at FROM users WHERE id = ${buyer.userId}`,
        )
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
