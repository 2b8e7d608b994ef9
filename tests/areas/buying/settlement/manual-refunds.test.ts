import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { loader } from "~/routes/payment-success/route";
import { expectInvariants } from "../../../support/invariants";
import { asOperator } from "../../../support/open-session";
import { get, type Person, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";

// Money that only a person can send back: recorded once, with its reference, and the books about it are closed.

/** Too little arrived by crypto, and its provider cannot refund. */
async function cryptoDue(shop: Shop) {
  shop.copperx.refundStatus = "manual";
  const { buyer, paymentId } = await shop.order({ paymentMode: "Crypto" });
  shop.copperx.pay(paymentId, { cents: 1_200 });
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return { buyer, paymentId };
}

const refOf = (paymentId: string) => `TRX-${paymentId}`;

let serial = 0;
const event = (shop: Shop, paymentId: string, facts: { type: string }) =>
  recordEvent(shop.context, "stripe", {
    id: `evt_manual_${(serial += 1)}`,
    concerns: "refund",
    sessionId: null,
    providerPaymentId: `pi_${paymentId}`,
    ...facts,
  });

async function record(shop: Shop, paymentId: string, { reference = refOf(paymentId), by = "" } = {}) {
  const { db } = shop.context;
  const operatorId = by || (await signIn(shop.context, { operator: true })).userId;
  const payment = await shop.payment(paymentId);
  return asOperator(shop.context, operatorId, (operator) =>
    recordManualRefund(db, { payment, reference, operator, ...newCertificate(shop.context) }),
  );
}

async function shown(shop: Shop, buyer: Person, paymentId: string) {
  const request = get(`http://localhost:8787/payment-success?payment=${paymentId}`, buyer.cookie);
  const response = await loader({ request, context: shop.context.next(), params: {} });
  return ((await response.json()) as { outcome: object }).outcome;
}

const openLetters = (shop: Shop, paymentId: string) =>
  shop.context.db.all(sql`SELECT id FROM dead_letters
    WHERE origin = 'refund' AND resolved_at_ms IS NULL AND body LIKE ${`%${paymentId}%`}`);
const entries = (shop: Shop, paymentId: string) =>
  shop.context.db.all<
    Record<string, unknown>
  >(sql`SELECT id, debit_account_id AS debit, credit_account_id AS credit, amount FROM transfers
    WHERE refers_to = ${`payment:${paymentId}`} AND credit_account_id = 'house:bank'`);

let shop: Shop;
beforeEach(() => void (shop = openShop()));
afterEach(() => expectInvariants(shop.context.db));

describe("a refund made by hand", () => {
  it("of crypto is recorded once with its reference, by an operator; the buyer's page says so before and after", async () => {
    const { buyer, paymentId } = await cryptoDue(shop);
    expect(await shown(shop, buyer, paymentId)).toMatchObject({
      state: "refunding",
      amountCents: 1_200,
      way: "crypto",
      reference: null,
    });
    const become = (role: string) =>
      shop.context.db.run(sql`UPDATE users SET role = ${role} WHERE id = ${buyer.userId}`);
    await become("operator");
    expect(await record(shop, paymentId, { by: buyer.userId })).toMatchObject({ ok: false });
    await become("investor");
    expect(await shop.context.db.all(sql`SELECT * FROM manual_refunds WHERE payment_id = ${paymentId}`)).toEqual([]);
    const before = await shop.balance("house:bank");
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await record(shop, paymentId, { reference: "TRX-2" })).toEqual({ ok: false, code: "recorded-otherwise" });
    expect(await shop.balance("house:bank")).toBe(before + 1_200);
    expect(await entries(shop, paymentId)).toEqual([
      { id: `payment:${paymentId}:refund`, debit: "house:unsettled", credit: "house:bank", amount: 1_200 },
    ]);
    expect(await openLetters(shop, paymentId)).toEqual([]);
    expect(
      await shop.context.db.all(sql`SELECT detail FROM audit_log WHERE id = ${`manual-refund:${paymentId}`}`),
    ).toEqual([{ detail: refOf(paymentId) }]);
    expect(await shown(shop, buyer, paymentId)).toMatchObject({
      state: "refunded",
      way: "crypto",
      reference: refOf(paymentId),
    });
    await shop.drain();
  });

  it("uses no reference twice, and many at once record one", async () => {
    const [one, other] = [await cryptoDue(shop), await cryptoDue(shop)];
    const asked = ["A", "B", "C", "A"].map((reference) => record(shop, one.paymentId, { reference }));
    const ok = (await Promise.all(asked)).filter((outcome) => outcome.ok);
    expect([1, 2]).toContain(ok.length);
    const [kept] = await shop.context.db.all<{ reference: string }>(sql`SELECT reference FROM manual_refunds
      WHERE payment_id = ${one.paymentId}`);
    expect(await record(shop, other.paymentId, { reference: kept?.reference ?? "" })).toEqual({
      ok: false,
      code: "reference-used",
    });
    expect(await entries(shop, one.paymentId)).toHaveLength(1);
    expect(await entries(shop, other.paymentId)).toEqual([]);
  });

  it("for a card that refuses refunds is possible once the provider has failed for an hour, and not while it is being queried", async () => {
    const { paymentId } = await shop.order();
    shop.stripe.pay(paymentId, { cents: 900 });
    await settlePayment(shop.settlement, { paymentId });
    const refund = shop.stripe.refund.bind(shop.stripe);
    const during: unknown[] = [];
    let asks = false;
    shop.stripe.refund = async (request) => {
      if (asks) during.push(await record(shop, paymentId));
      shop.stripe.failures = ["unavailable"];
      return refund(request);
    };
    expect(await record(shop, paymentId)).toEqual({ ok: false, code: "nothing-due" });
    await shop.drain();
    expect(await record(shop, paymentId)).toEqual({ ok: false, code: "nothing-due" });
    shop.context.clock.advance(3_700_000);
    asks = true;
    await shop.drain();
    expect(during).toEqual([{ ok: false, code: "nothing-due" }]);
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    asks = false;
    shop.context.clock.advance(3_700_000);
    await shop.drain();
    expect(shop.stripe.refunds.has(paymentId)).toBe(false);
  });

  it("after a refund that came back: the page says that it is on its way until it is recorded", async () => {
    const { buyer, paymentId } = await shop.order();
    shop.stripe.pay(paymentId, { cents: 900 });
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect(await shown(shop, buyer, paymentId)).toMatchObject({ state: "refunded", way: "card", reference: null });
    // An untrue event first: the provider shows that nothing came back.
    await event(shop, paymentId, { type: "refund.failed" });
    await shop.drain();
    expect(await record(shop, paymentId)).toEqual({ ok: false, code: "nothing-due" });
    for (const one of shop.stripe.chargeFor(paymentId).refunds) one.failed = true;
    await event(shop, paymentId, { type: "refund.failed" });
    await shop.drain();
    expect(await shown(shop, buyer, paymentId)).toMatchObject({ state: "refunding", amountCents: 900 });
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await entries(shop, paymentId)).toEqual([
      { id: `payment:${paymentId}:refund-by-hand`, debit: "house:stripe", credit: "house:bank", amount: 900 },
    ]);
    expect(await openLetters(shop, paymentId)).toEqual([]);
    expect(await shown(shop, buyer, paymentId)).toMatchObject({
      state: "refunded",
      way: "by-hand",
      reference: refOf(paymentId),
    });
  });

  it("of the rest after two partial refunds ends the purchase, and the rest is paid from our bank", async () => {
    const { buyer, paymentId } = await shop.sell();
    await shop.drain();
    expect(await record(shop, paymentId)).toEqual({ ok: false, code: "nothing-due" });
    for (const cents of [5_000, 15_000]) {
      shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), cents);
      await event(shop, paymentId, { type: "charge.refunded" });
      await shop.drain();
    }
    expect(await openLetters(shop, paymentId)).toHaveLength(2);
    expect(await shown(shop, buyer, paymentId)).toMatchObject({ state: "settled" });
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await record(shop, paymentId)).toEqual({ ok: true });
    expect(await openLetters(shop, paymentId)).toEqual([]);
    expect(await entries(shop, paymentId)).toEqual([
      { id: `payment:${paymentId}:refund-by-hand`, debit: "house:stripe", credit: "house:bank", amount: 30_000 },
    ]);
    expect(await shop.context.db.all(sql`SELECT state FROM stakes WHERE payment_id = ${paymentId}`)).toEqual([
      { state: "ended" },
    ]);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    expect(await shown(shop, buyer, paymentId)).toMatchObject({ state: "refunded", reference: refOf(paymentId) });
  });
});
