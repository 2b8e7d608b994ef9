import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { disputeStanding, reversal } from "~/areas/buying/settlement/settle-reversal";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { type Payment, payments } from "~/db/schema/payments";
import { runWork, writes } from "~/db/work";
import * as closeAccount from "~/routes/close-account/route";
import { post } from "../../../support/ask-route";
import { creditWallet } from "../../../support/holdings";
import { counts, dispute, payRewardOf, soldStake, standing, takenBack } from "../../../support/given-back";
import { expectInvariants } from "../../../support/invariants";
import { signIn, signInAs } from "../../../support/people";
import { openApp } from "../../../support/serve-app";
import { openShop, type Shop } from "../../../support/shop";
import { requestBalance } from "../../../support/withdrawals";

// What the provider says of a dispute when it is asked decides, never the event.

let shop: Shop;
beforeEach(() => void (shop = openShop()));

describe("a dispute", () => {
  it("that is won brings no certificate back where an operator withholds it", async () => {
    const { paymentId } = await soldStake(shop);
    const ofStake = sql`stake_id = (SELECT id FROM stakes WHERE payment_id = ${paymentId})`;
    await shop.context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 1, withheld = 1
      WHERE ${ofStake}`);
    await dispute(shop, paymentId, "open", "created");
    await dispute(shop, paymentId, "won", "closed");
    const now = await shop.context.db.all(sql`SELECT state, withheld FROM certificates WHERE ${ofStake}`);
    expect(now).toEqual([{ state: "void", withheld: 1 }]);
  });

  it("must be answered by the earliest date of all open ones, which the provider may move; its page says so", async () => {
    const { paymentId } = await soldStake(shop);
    const { cookie } = await signIn(shop.context, { operator: true });
    const known = sql`SELECT answer_by_ms AS ms FROM payments WHERE id = ${paymentId}`;
    const charge = shop.stripe.chargeFor(paymentId);
    const day = Date.UTC(2027, 0, 9, 23, 59, 59);
    for (const answerByMs of [day + 86_400_000, null, day]) {
      charge.answerByMs = answerByMs;
      await dispute(shop, paymentId, "open");
      expect(await shop.context.db.all(known)).toEqual([{ ms: answerByMs }]);
    }
    const log = vi.spyOn(console, "log").mockReturnValue(undefined);
    const page = async () =>
      (await openApp().ask(`/operator/payments/${paymentId}`, { headers: { Cookie: cookie } })).text;
    for (const words of ["Answer it by", "9 Jan 2027, 23:59 UTC", "What to submit"])
      expect(await page()).toContain(words);
    const of = { providerPaymentId: `pi_${paymentId}`, state: "open", amountCents: 25_000 } as const;
    for (const [i, answerByMs] of [3_000, null, 1_000, 2_000].entries())
      shop.stripe.disputes.push({ ...of, disputeId: `du_${i}`, answerByMs });
    await dispute(shop, paymentId, "inquiry");
    expect(await shop.context.db.all(known)).toEqual([{ ms: 1_000 }]);
    shop.stripe.disputes.length = 0;
    await dispute(shop, paymentId, "lost", "closed");
    expect(await page()).not.toContain("Answer it by");
    log.mockRestore();
  });

  it("that is won meanwhile leaves nothing to take back for a refund that was read during it", async () => {
    const sold = await soldStake(shop);
    await dispute(shop, sold.paymentId, "open", "created");
    const [read] = await shop.context.db.select().from(payments).where(eq(payments.id, sold.paymentId));
    await dispute(shop, sold.paymentId, "won", "closed");
    const won = await standing(shop, sold);
    const input = { because: "returned", nowMs: shop.context.nowMs(), ...newCertificate(shop.settlement) } as const;
    await runWork(shop.context.db, writes(...reversal(shop.context.db, read as Payment, input)));
    expect(await standing(shop, sold)).toEqual(won);
  });

  it.each([
    ["is only an inquiry", "inquiry", "created"],
    ["is an inquiry that is over", "inquiry", "closed"],
    ["was won before we heard of it", "won", "closed"],
  ] as const)("that %s takes nothing back", async (_what, state, what) => {
    const sold = await soldStake(shop);
    await dispute(shop, sold.paymentId, state, what);
    expect(await standing(shop, sold)).toEqual(counts);
  });

  it.each([
    ["open", ["lost", "open", "won"]],
    ["lost", ["won", "lost", "inquiry"]],
    ["won", ["inquiry", "won"]],
  ] as const)("that is %s outweighs the others of a payment: %j", (outweighs, states) => {
    for (const among of [states, states.toReversed()])
      expect(disputeStanding(among.map((state) => ({ state })))).toBe(outweighs);
  });

  it("that is won restores stake, tokens and reward, with a new certificate; and a later one can be lost", async () => {
    const held = await shop.balance("house:stripe");
    const sold = await soldStake(shop);
    await dispute(shop, sold.paymentId, "open", "created");
    expect(await standing(shop, sold)).toEqual(takenBack);
    await dispute(shop, sold.paymentId, "won", "closed");
    expect(await standing(shop, sold)).toEqual({ ...counts, certificates: "issued,void" });
    expect(await shop.balance("house:stripe")).toBe(held - 50_000);
    await dispute(shop, sold.paymentId, "open", "created");
    expect(await standing(shop, sold)).toEqual({ ...takenBack, certificates: "void,void" });
    await dispute(shop, sold.paymentId, "won", "closed");
    expect(await standing(shop, sold)).toEqual({ ...counts, certificates: "issued,void,void" });
    await dispute(shop, sold.paymentId, "lost", "closed");
    expect(await standing(shop, sold)).toEqual({
      ...takenBack,
      reason: "dispute-lost",
      certificates: "void,void,void",
    });
    expect(await shop.balance("house:stripe")).toBe(held);
  });

  it("that the provider does not show yet is queried again later", async () => {
    const sold = await soldStake(shop);
    const charge = shop.stripe.chargeFor(sold.paymentId);
    const event = { id: "evt_early", type: "charge.dispute.created", concerns: "dispute", sessionId: null } as const;
    await recordEvent(shop.context, "stripe", { ...event, providerPaymentId: charge.id });
    await shop.drain();
    expect(await standing(shop, sold)).toEqual(counts);
    charge.dispute = "open";
    shop.context.clock.advance(120_000);
    await shop.drain();
    expect(await standing(shop, sold)).toEqual(takenBack);
  });
});

describe("a reward that was paid", () => {
  it("is taken back once, out of the wallet it was paid into, and restored with the stake", async () => {
    const promotions = await shop.balance("house:promotions");
    const sold = await soldStake(shop, { rewardPaid: true });
    expect(await standing(shop, sold)).toMatchObject({ reward: "paid", pending: 0, wallet: 1_500 });
    await dispute(shop, sold.paymentId, "open", "created");
    expect(await standing(shop, sold)).toEqual(takenBack);
    expect(await shop.balance("house:promotions")).toBe(promotions);
    await dispute(shop, sold.paymentId, "won", "closed");
    expect(await standing(shop, sold)).toMatchObject({ payment: "settled", reward: "paid", pending: 0, wallet: 1_500 });
    expect(await payRewardOf(shop, sold.buyer.userId)).toEqual({ ok: true });
    expect(await shop.balance(`user:${sold.referrer.userId}:wallet`)).toBe(1_500);
  });

  it("and withdrawn is taken back as far as the wallet reaches; a person collects the rest", async () => {
    const sold = await soldStake(shop, { rewardPaid: true });
    const { userId } = sold.referrer;
    await requestBalance(shop.context, { userId, amountCents: 1_500 });
    await creditWallet(shop.context, sold.referrer, 400);
    await dispute(shop, sold.paymentId, "open", "created");
    expect(await standing(shop, sold)).toMatchObject({ payment: "disputed", reward: "reversed", wallet: 0 });
    const letter = sql`SELECT resolved_at_ms IS NULL AS open FROM dead_letters WHERE origin = 'reward' AND body LIKE ${`%${sold.paymentId}%`}`;
    expect(await shop.context.db.all(letter)).toEqual([{ open: 1 }]);
    await dispute(shop, sold.paymentId, "won", "closed");
    expect(await standing(shop, sold)).toMatchObject({ reward: "paid", wallet: 400 });
    expect(await shop.context.db.all(letter)).toEqual([{ open: 0 }]);
  });

  it.each([false, true])(
    "is not restored once its owner has closed the account (paid before: %s)",
    async (rewardPaid) => {
      const sold = await soldStake(shop, { rewardPaid });
      await dispute(shop, sold.paymentId, "open", "created");
      await shop.context.db.run(sql`UPDATE stakes SET state = 'ended' WHERE user_id = ${sold.referrer.userId}`);
      const cookie = await signInAs(shop.context, sold.referrer.userId);
      const closed = await post(shop.context, closeAccount, "/close-account", cookie, { understood: "yes" });
      expect(closed.location).toBe("/#account-closed");
      expect(await standing(shop, sold)).toEqual(takenBack);
      await dispute(shop, sold.paymentId, "won", "closed");
      expect(await standing(shop, sold)).toMatchObject({
        payment: "settled",
        reward: "reversed",
        pending: 0,
        wallet: 0,
      });
    },
  );
});

it("money on its way back that is disputed is not sent a second time when the dispute is lost, and is sent when it is won", async () => {
  for (const [state, sent] of [
    ["lost", false],
    ["won", true],
  ] as const) {
    const shop = openShop();
    const { buyer, paymentId } = await shop.order();
    shop.stripe.pay(paymentId, { cents: 900 });
    shop.stripe.chargeFor(paymentId).dispute = "open";
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "refunding" });
    shop.stripe.chargeFor(paymentId).dispute = state;
    shop.context.clock.advance(3_600_000);
    await shop.drain();
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "refunded" });
    expect(shop.stripe.refunds.has(paymentId)).toBe(sent);
    await expectInvariants(shop.context.db);
  }
});
