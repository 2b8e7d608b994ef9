import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { openShop, type Shop } from "../../../support/shop";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";

let shop: Shop;
beforeEach(() => void (shop = openShop()));
afterEach(() => expectInvariants(shop.context.db));

describe("settling a stake", () => {
  it("grants a stake, tokens, ledger rows and a certificate once, however often it runs", async () => {
    const caskId = await putCask(shop.context, { costCents: 50_000 });
    const { buyer, paymentId } = await shop.order({ cask: caskId });
    shop.stripe.pay(paymentId);
    await Promise.all(Array.from({ length: 6 }, () => settlePayment(shop.settlement, { paymentId })));
    await settlePayment(shop.settlement, { sessionId: `session_${paymentId}`, provider: "stripe" });

    expect(await shop.payment(paymentId)).toMatchObject({ state: "settled" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, reserved: 0, stakes: 1 });
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(2000);
    await shop.drain();
    const [certificate] = await shop.context.db.all<{ state: string; sha256: string; r2_key: string }>(
      sql`SELECT certificates.* FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`,
    );
    expect(certificate?.state).toBe("issued");
    const file = await (await env.CERTIFICATES.get(certificate?.r2_key ?? ""))?.text();
    expect(file).toBe("%PDF-test Test Hogshead 1");
    expect(shop.context.mailer.to(buyer.email).map((mail) => mail.subject)).toEqual([
      "$500.00 received: Test Hogshead",
      "Your certificate is ready: Test Hogshead",
    ]);
  });

  it("brings no certificate back that an operator made void while a second answer of the provider was on its way", async () => {
    const { paymentId } = await shop.order();
    shop.stripe.pay(paymentId);
    const ofPayment = sql`stake_id IN (SELECT id FROM stakes WHERE payment_id = ${paymentId})`;
    const { stripe } = shop.settlement.checkout;
    const session = await stripe.readSession(`session_${paymentId}`);
    vi.spyOn(stripe, "readSession").mockImplementationOnce(async () => {
      await settlePayment(shop.settlement, { paymentId });
      await shop.context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 1, withheld = 1
        WHERE ${ofPayment}`);
      return session;
    });
    await settlePayment(shop.settlement, { paymentId });
    expect(await shop.context.db.all(sql`SELECT state FROM certificates WHERE ${ofPayment}`)).toEqual([
      { state: "void" },
    ]);
  });

  it("recovers from a crash before the session was saved: the event names the payment", async () => {
    const { paymentId } = await shop.order();
    // As if the purchase's second batch had never run: only the provider knows the session.
    shop.stripe.charge(shop.stripe.copySession(paymentId, "session_orphan"), { id: "pi_orphan" });
    expect(await settlePayment(shop.settlement, { sessionId: "session_orphan", provider: "stripe" })).toEqual({
      state: "settled",
    });
    expect(
      await settlePayment(shop.settlement, { sessionId: "session_unheard_of", provider: "stripe" }).catch(
        () => "refused",
      ),
    ).toBe("refused");
  });

  it("happens within minutes though no event ever comes: the provider is asked again", async () => {
    const { paymentId } = await shop.order();
    shop.stripe.pay(paymentId);
    shop.context.clock.advance(121_000);
    await shop.drain();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "settled" });
  });
});

describe("money that arrives late or wrong", () => {
  it("still buys the stake if one is left", async () => {
    const caskId = await putCask(shop.context, { totalStakes: 2 });
    const { paymentId } = await shop.order({ cask: caskId });
    shop.context.clock.advance(40 * 60_000);
    await shop.order({ cask: caskId }); // Starting this payment expires the first reservation.
    expect(await shop.payment(paymentId)).toMatchObject({ state: "expired" });
    shop.stripe.pay(paymentId);
    expect(await settlePayment(shop.settlement, { paymentId })).toEqual({ state: "settled" });
  });

  it("is refunded automatically if the cask is sold out, and the buyer is told", async () => {
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const late = await shop.order({ cask: caskId });
    shop.context.clock.advance(40 * 60_000);
    await shop.sell({ cask: caskId });
    // Our own cleanup closes the late session; the buyer had paid just before.
    shop.stripe.pay(late.paymentId);
    await shop.drain();
    expect(await shop.payment(late.paymentId)).toMatchObject({ state: "refunded", reason: "no-stake-left" });
    expect(shop.stripe.refunds.get(late.paymentId)).toMatchObject({
      amountCents: 50_000,
      providerPaymentId: `pi_${late.paymentId}`,
    });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 1 });
    expect(shop.context.mailer.to(late.buyer.email).at(-1)?.subject).toMatch(/is on its way back to you/);
  });

  it.each([
    ["too little", { cents: 49_999 }],
    ["too much", { cents: 50_001 }],
    ["another currency", { currency: "EUR" }],
    ["another payment's session", { claimedPaymentId: "pay_other" }],
  ])("%s is refunded as received, and the stake is free again", async (_what, lie) => {
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const { buyer, paymentId } = await shop.order({ cask: caskId });
    shop.stripe.pay(paymentId, lie);
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "refunded", reason: "wrong-amount" });
    expect(shop.stripe.refunds.get(paymentId)?.amountCents).toBe("cents" in lie ? lie.cents : 50_000);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 0, held: 0 });
  });
});

describe("the joining fee", () => {
  it("activates the account and earns 1000 tokens", async () => {
    const { buyer } = await shop.sell({ product: "joining-fee" });
    const [user] = await shop.context.db.all<{ activated_at_ms: number }>(sql`SELECT activated_at_ms FROM users
      WHERE id = ${buyer.userId}`);
    expect(user?.activated_at_ms).toBe(shop.context.clock.nowMs);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(1000);
    const again = await shop.buy(buyer, { product: "joining-fee" });
    expect([again.status, await again.json()]).toEqual([409, { problem: "already-activated" }]);
  });

  it("paid twice, by card and by crypto, is refunded the second time", async () => {
    const { buyer, paymentId: byCard } = await shop.order({ product: "joining-fee" });
    const { paymentId: byCrypto } = await shop.order({ product: "joining-fee", paymentMode: "Crypto" }, buyer);
    shop.stripe.pay(byCard);
    shop.copperx.pay(byCrypto);
    await Promise.all([
      settlePayment(shop.settlement, { paymentId: byCard }),
      settlePayment(shop.settlement, { paymentId: byCrypto }),
    ]);
    await shop.drain();
    const states = (await shop.paymentsOf(buyer)).map((payment) => payment.state).sort();
    expect(states).toEqual(["refunded", "settled"]);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(1000);
  });
});

it("referrals earn $15 with the first stake of the referred person, not with the second", async () => {
  const [referrer, referred] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
      VALUES (${referred.userId}, ${referrer.userId}, 1500, ${shop.context.clock.nowMs})`);
  for (let i = 0; i < 2; i++) await shop.sell({}, referred);
  expect(await shop.balance(`user:${referrer.userId}:rewards-pending`)).toBe(1500);
});
