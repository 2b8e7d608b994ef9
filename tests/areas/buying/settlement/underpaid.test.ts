import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeOwnPayment } from "~/areas/buying/read-payment";
import { reconcile } from "~/areas/buying/reconciliation/run-reconciliation";
import { checkPayment, rereadPayment, settlePayment } from "~/areas/buying/settlement/settle-payment";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import { readReceipt } from "~/areas/holdings/read-receipt";
import { asOperator, openSession } from "../../../support/open-session";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";

// Less than the price arrives by crypto. From the end of the checkout on it is owed to its buyer, and a person sends it back.

const PRICE = 50_000;
const PART = 20_000;
const HOLD_MS = 36 * 60_000;

let shop: Shop;
let buyer: Person;
let cask: string;
let paymentId: string;

async function begin() {
  shop = openShop();
  shop.copperx.refundStatus = "manual";
  cask = await putCask(shop.context, { totalStakes: 3 });
  ({ buyer, paymentId } = await shop.order({ cask, paymentMode: "Crypto" }));
}

const payment = () => shop.payment(paymentId);
const stakes = () => shop.context.db.all(sql`SELECT id FROM stakes WHERE payment_id = ${paymentId}`);
const entries = () =>
  shop.context.db.all<{ debit: string; credit: string; amount: number }>(
    sql`SELECT debit_account_id AS debit, credit_account_id AS credit, amount FROM transfers
      WHERE refers_to = ${`payment:${paymentId}`} AND currency = 'USD' ORDER BY seq`,
  );
const letters = () =>
  shop.context.db.all(sql`SELECT error FROM dead_letters
    WHERE id = ${`refund:${paymentId}`} AND resolved_at_ms IS NULL`);
const notices = () =>
  shop.context.db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
    WHERE kind = 'send-notice' AND subject_id LIKE ${`payment-%:${paymentId}%`} ORDER BY rowid`);

/** Too little has arrived when the hold ends. */
async function leftShort() {
  shop.copperx.payPart(paymentId, PART);
  shop.context.clock.advance(HOLD_MS);
  await checkPayment(shop.settlement, paymentId);
  await shop.drain();
}

async function sendBack() {
  const operator = await signIn(shop.context, { operator: true });
  const found = await payment();
  return asOperator(shop.context, operator.userId, (by) =>
    recordManualRefund(shop.context.db, {
      payment: found,
      reference: `0x${paymentId}`,
      operator: by,
      ...newCertificate(shop.context),
    }),
  );
}

beforeEach(() => begin());

afterEach(() => expectInvariants(shop.context.db));

describe("a crypto payment of which too little has arrived", () => {
  it("waits for the rest while its checkout is open, and buys the stake once it is there", async () => {
    shop.copperx.payPart(paymentId, PART);
    expect(await settlePayment(shop.settlement, { paymentId })).toMatchObject({ state: "open" });
    expect(await entries()).toEqual([]);
    expect(await shop.stock(cask)).toMatchObject({ held: 1, stakes: 0 });
    shop.copperx.pay(paymentId);
    expect(await settlePayment(shop.settlement, { paymentId })).toEqual({ state: "settled" });
    expect(await payment()).toMatchObject({ state: "settled", receivedCents: PRICE });
  });

  it("is owed to its buyer once the hold has ended: in the books, for a person, never a stake", async () => {
    await leftShort();
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
    expect(await entries()).toEqual([{ debit: "house:copperx", credit: "house:unsettled", amount: PART }]);
    expect(await letters()).toEqual([{ error: "no-provider-payment" }]);
    expect(await notices()).toEqual([{ subject: `payment-refunding:${paymentId}` }]);
    expect(await stakes()).toEqual([]);
    expect(await shop.stock(cask)).toMatchObject({ held: 0, reserved: 0 });
  });

  it("ends alike when its buyer cancels and when the provider says that the session is over", async () => {
    shop.copperx.payPart(paymentId, PART);
    await closeOwnPayment(shop.context, openSession(shop.context, buyer.userId), paymentId);
    await shop.drain();
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
    await begin();
    shop.copperx.payPart(paymentId, PART);
    shop.copperx.sessionFor(paymentId).status = "expired";
    await settlePayment(shop.settlement, { paymentId });
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
  });

  it("is found by reconciliation when it arrived after the end, though no event tells of it", async () => {
    shop.context.clock.advance(HOLD_MS);
    await checkPayment(shop.settlement, paymentId);
    await shop.drain();
    expect(await payment()).toMatchObject({ state: "expired", receivedCents: null });
    shop.copperx.payPart(paymentId, PART);
    await reconcile({ ...shop.context, books: shop.providers }, 0);
    await shop.drain();
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
    expect(
      await shop.context.db.all(sql`SELECT kind FROM differences WHERE state = 'open' AND payment_id = ${paymentId}`),
    ).toEqual([]);
    // The next run finds both sides alike.
    await reconcile({ ...shop.context, books: shop.providers }, 0);
    expect(
      await shop.context.db.all(sql`SELECT kind FROM differences WHERE state = 'open' AND payment_id = ${paymentId}`),
    ).toEqual([]);
  });

  it("is sent back by hand, once", async () => {
    await leftShort();
    expect(await sendBack()).toEqual({ ok: true });
    expect(await sendBack()).toEqual({ ok: true });
    expect(await payment()).toMatchObject({ state: "refunded", receivedCents: PART });
    expect(await entries()).toEqual([
      { debit: "house:copperx", credit: "house:unsettled", amount: PART },
      { debit: "house:unsettled", credit: "house:bank", amount: PART },
    ]);
    expect(await letters()).toEqual([]);
    const receipt = await readReceipt(shop.context, openSession(shop.context, buyer.userId), paymentId);
    expect(receipt?.sections[0]?.table?.sum).toEqual(["Received, in US dollars", "$200.00"]);
    expect(receipt?.sections[1]?.table?.rows.map(([, ...row]) => row)).toEqual([
      ["Received", "$200.00"],
      ["Sent back", "−$200.00"],
    ]);
  });

  it("reports what arrives after a part is owed, more of it or the rest, and buys nothing", async () => {
    const compare = async () => {
      await reconcile({ ...shop.context, books: shop.providers }, 0);
      return shop.context.db.all(sql`SELECT kind, coalesce(json_extract(detail, '$.provider.amountCents'), 0) AS cents
        FROM differences WHERE payment_id = ${paymentId} AND state = 'open' ORDER BY kind`);
    };
    await leftShort();
    shop.copperx.payPart(paymentId, 5_000);
    await rereadPayment(shop.settlement, `${paymentId}:1`);
    expect(await compare()).toMatchObject([{ kind: "amount-differs" }]);
    shop.copperx.pay(paymentId);
    await rereadPayment(shop.settlement, `${paymentId}:2`);
    expect(await compare()).toContainEqual({ kind: "paid-twice", cents: PRICE });
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
    expect(await stakes()).toEqual([]);
  });

  it("is booked once when two looks that began together end one after the other", async () => {
    shop.copperx.payPart(paymentId, PART);
    shop.context.clock.advance(HOLD_MS);
    const { readSession } = shop.copperx;
    // The slow look has read the payment as it was, and gets its answer when the quick one is done and the rest has arrived.
    shop.copperx.readSession = async (sessionId) => {
      shop.copperx.readSession = readSession;
      await settlePayment(shop.settlement, { paymentId });
      shop.copperx.pay(paymentId);
      return readSession.call(shop.copperx, sessionId);
    };
    await settlePayment(shop.settlement, { paymentId });
    expect(await payment()).toMatchObject({ state: "refunding", receivedCents: PART });
    expect(await entries()).toEqual([{ debit: "house:copperx", credit: "house:unsettled", amount: PART }]);
  });
});
