import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { closeOwnPayment } from "~/areas/buying/read-payment";
import { reconcile } from "~/areas/buying/reconciliation/run-reconciliation";
import { checkPayment, rereadPayment, settlePayment } from "~/areas/buying/settlement/settle-payment";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import { asOperator, openSession } from "../../../support/open-session";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";

// Less than the price arrives by crypto. It is told as what it is, owed to its buyer from the end of the checkout on, and is either
// sent back by a person or, once the rest has arrived, applied like any other late payment.

const PRICE = 50_000;
const PART = 20_000;
const HOLD_MS = 36 * 60_000;

let shop: Shop;
let buyer: Person;
let cask: string;
let paymentId: string;

async function begin(of: { stakes?: number } = {}) {
  shop = openShop();
  shop.copperx.refundStatus = "manual";
  cask = await putCask(shop.context, { totalStakes: of.stakes ?? 3 });
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
  shop.context.db.all(
    sql`SELECT error FROM dead_letters WHERE id = ${`refund:${paymentId}`} AND resolved_at_ms IS NULL`,
  );
const notices = () =>
  shop.context.db.all<{ subject: string }>(
    sql`SELECT subject_id AS subject FROM outbox WHERE kind = 'send-notice' AND subject_id LIKE ${`payment-%:${paymentId}%`} ORDER BY rowid`,
  );

/** Too little has arrived when the hold ends. */
async function leftShort() {
  shop.copperx.payPart(paymentId, PART);
  shop.context.clock.advance(HOLD_MS);
  await checkPayment(shop.settlement, paymentId);
  await shop.drain();
}

async function sendBack(reference = `0x${paymentId}`, dueCents?: number) {
  const operator = await signIn(shop.context, { operator: true });
  const found = await payment();
  return asOperator(shop.context, operator.userId, (by) =>
    recordManualRefund(shop.context.db, {
      payment: found,
      reference,
      dueCents,
      operator: by,
      ...newCertificate(shop.context),
    }),
  );
}

beforeEach(() => begin());

describe("a crypto payment of which too little has arrived", () => {
  it("while its checkout is open the amount is noted, told once, and nothing is booked or bought", async () => {
    shop.copperx.payPart(paymentId, PART);
    for (let look = 0; look < 2; look++)
      expect(await settlePayment(shop.settlement, { paymentId })).toMatchObject({ state: "open" });
    expect(await payment()).toMatchObject({ state: "open", receivedCents: PART });
    expect(await entries()).toEqual([]);
    expect(await notices()).toEqual([{ subject: `payment-underpaid:${paymentId}:open` }]);
    expect(await shop.stock(cask)).toMatchObject({ held: 1, stakes: 0 });
    await expectInvariants(shop.context.db);
  });

  it("is owed to its buyer once the hold has ended: in the books, for a person, never a stake", async () => {
    await leftShort();
    expect(await payment()).toMatchObject({ state: "refunding", reason: "underpaid", receivedCents: PART });
    expect(await entries()).toEqual([{ debit: "house:copperx", credit: "house:unsettled", amount: PART }]);
    expect(await letters()).toEqual([{ error: "underpaid" }]);
    expect(await notices()).toEqual([{ subject: `payment-underpaid:${paymentId}:refunding` }]);
    expect(await stakes()).toEqual([]);
    expect(await shop.stock(cask)).toMatchObject({ held: 0, reserved: 0 });
    await expectInvariants(shop.context.db);
  });

  it("is read again after an event while the provider still calls the session open: its answer may be older than the event", async () => {
    shop.copperx.payPart(paymentId, PART);
    shop.context.clock.advance(HOLD_MS);
    for (let look = 0; look < 2; look++)
      expect(await settlePayment(shop.settlement, { paymentId })).toEqual({ state: "refunding", sessionOpen: true });
    shop.copperx.pay(paymentId);
    expect(await settlePayment(shop.settlement, { paymentId })).toEqual({ state: "settled" });
    await expectInvariants(shop.context.db);
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
    await expectInvariants(shop.context.db);
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
    await expectInvariants(shop.context.db);
  });

  it("sent back by hand while more arrives: the operator's page records what was sent, or nothing", async () => {
    await leftShort();
    const seen = (await payment()).receivedCents ?? 0;
    shop.copperx.payPart(paymentId, 5_000);
    await rereadPayment(shop.settlement, `${paymentId}:1`);
    expect(await sendBack(`0x${paymentId}`, seen)).toEqual({ ok: false, code: "amount-changed" });
    expect(await payment()).toMatchObject({ state: "refunding", receivedCents: PART + 5_000 });
    await expectInvariants(shop.context.db);
  });

  it("completed after the end takes a stake that is free, and leaves nothing to a person", async () => {
    await leftShort();
    shop.copperx.pay(paymentId);
    await rereadPayment(shop.settlement, `${paymentId}:1`);
    expect(await payment()).toMatchObject({ state: "settled", reason: null, receivedCents: PRICE });
    expect(await stakes()).toHaveLength(1);
    expect(await letters()).toEqual([]);
    await shop.drain();
    expect((await notices()).map(({ subject }) => subject)).toContain(`payment-settled:${paymentId}`);
    expect(await sendBack()).toMatchObject({ ok: false, code: "nothing-due" });
    await expectInvariants(shop.context.db);
  });

  it("completed after the last stake went to another buyer: all of it is owed, and the buyer is told", async () => {
    await begin({ stakes: 1 });
    await leftShort();
    await shop.sell({ cask });
    shop.copperx.pay(paymentId);
    await rereadPayment(shop.settlement, `${paymentId}:1`);
    await shop.drain();
    expect(await payment()).toMatchObject({ state: "refunding", reason: "no-stake-left", receivedCents: PRICE });
    expect(await letters()).toHaveLength(1);
    expect((await notices()).map(({ subject }) => subject)).toContain(`payment-refunding:${paymentId}`);
    expect(await sendBack()).toEqual({ ok: true });
    await expectInvariants(shop.context.db);
  });

  it("completed after it was sent back: what came later waits for a person, and buys nothing", async () => {
    await leftShort();
    await sendBack();
    shop.copperx.pay(paymentId);
    await rereadPayment(shop.settlement, `${paymentId}:1`);
    await reconcile({ ...shop.context, books: shop.providers }, 0);
    await reconcile({ ...shop.context, books: shop.providers }, 0);
    expect(await payment()).toMatchObject({ state: "refunded", reason: "underpaid", receivedCents: PART });
    expect(
      await shop.context.db.all(
        sql`SELECT kind, state, json_extract(detail, '$.provider.amountCents') AS cents FROM differences WHERE payment_id = ${paymentId}`,
      ),
    ).toEqual([{ kind: "paid-twice", state: "open", cents: PRICE }]);
    expect(await stakes()).toEqual([]);
    await expectInvariants(shop.context.db);
  });

  it.each([
    ["more of it", 5_000],
    ["the rest", PRICE - PART],
  ])("books %s once when two looks that began together end one after the other", async (_what, later) => {
    shop.copperx.payPart(paymentId, PART);
    shop.context.clock.advance(HOLD_MS);
    const { readSession } = shop.copperx;
    // The slow look has read the payment as it was, and gets its answer when the quick one is done and more has arrived.
    shop.copperx.readSession = async (sessionId) => {
      shop.copperx.readSession = readSession;
      await settlePayment(shop.settlement, { paymentId });
      if (later === 5_000) shop.copperx.payPart(paymentId, later);
      else shop.copperx.pay(paymentId);
      if (later > 5_000) await settlePayment(shop.settlement, { paymentId });
      return readSession.call(shop.copperx, sessionId);
    };
    await settlePayment(shop.settlement, { paymentId });
    expect((await payment()).receivedCents).toBe(PART + later);
    const arrived = (await entries()).filter(({ debit }) => debit === "house:copperx");
    expect(arrived.map(({ amount }) => amount)).toEqual([PART, later]);
    await expectInvariants(shop.context.db);
  });
});
