import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { listWaitingPayments } from "~/areas/console/lists/payments";
import { reconcile } from "~/areas/buying/reconciliation/run-reconciliation";
import { openShop, type Shop } from "../../../support/shop";
import { expectInvariants } from "../../../support/invariants";

const DAY_MS = 86_400_000;

let days = 0;

/** The tests of a file share their database: each starts a week after the one before, with nothing logged. */
async function openFreshShop(): Promise<Shop> {
  const shop = openShop();
  shop.context.clock.advance((days += 7) * DAY_MS);
  await shop.context.db.run(sql`UPDATE differences SET state = 'gone'`);
  return shop;
}

const compare = (shop: Shop) => {
  shop.context.clock.advance(1000);
  return reconcile({ ...shop.settlement, books: shop.providers }, shop.context.nowMs() - 2 * DAY_MS);
};

/** A settled payment whose dispute reconciliation has just heard of. */
async function beginDisputed() {
  const shop = await openFreshShop();
  const { buyer, paymentId } = await shop.sell();
  const charge = shop.stripe.chargeFor(paymentId);
  charge.dispute = "open";
  await compare(shop);
  expect(await stateOf(shop, paymentId)).toBe("disputed");
  return { shop, buyer, paymentId, charge };
}

const stateOf = async (shop: Shop, paymentId: string) => (await shop.payment(paymentId)).state;

const differences = (shop: Shop) =>
  shop.context.db.all<{ kind: string; state: string; subject: string }>(sql`SELECT kind, state, subject FROM differences
    WHERE first_seen_ms > ${shop.context.nowMs() - DAY_MS} ORDER BY first_seen_ms, id`);

/** A paid copy of a payment's session under another id, as if a provider had made two. */
function addSecondSession(shop: Shop, paymentId: string) {
  shop.stripe.charge(shop.stripe.copySession(paymentId, "session_second"), { id: "pi_second" });
}

afterEach(() => expectInvariants(openShop().context.db));

describe("reconciliation", () => {
  it("settles what was paid although no event or check ever came, by card and crypto, and then finds nothing more", async () => {
    const shop = await openFreshShop();
    const card = await shop.order();
    const crypto = await shop.order({ paymentMode: "Crypto" });
    const quiet = await shop.order();
    shop.stripe.pay(card.paymentId);
    shop.copperx.pay(crypto.paymentId);

    expect(await compare(shop)).toMatchObject({ sessionsRead: 3, paymentsRead: 3, repaired: 2, open: 0, error: null });
    expect(await stateOf(shop, card.paymentId)).toBe("settled");
    expect(await stateOf(shop, crypto.paymentId)).toBe("settled");
    expect(await stateOf(shop, quiet.paymentId)).toBe("open");
    expect((await differences(shop)).map(({ kind, state }) => [kind, state])).toEqual([
      ["paid-not-settled", "repaired"],
      ["paid-not-settled", "repaired"],
    ]);
    expect(await compare(shop)).toMatchObject({ repaired: 0, open: 0 });
  });

  it("ends here what has ended at the provider, and closes there what has ended here", async () => {
    const shop = await openFreshShop();
    const over = await shop.order();
    const left = await shop.order();
    shop.stripe.sessionFor(over.paymentId).status = "expired";
    await shop.context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE id = ${left.paymentId}`);

    expect(await compare(shop)).toMatchObject({ repaired: 2, open: 0 });
    expect(await stateOf(shop, over.paymentId)).toBe("expired");
    expect(await shop.stock(over.caskId)).toMatchObject({ reserved: 0 });
    expect(shop.stripe.expired).toContain(`session_${left.paymentId}`);
  });

  it("tells of a second payment for the same thing, which a person sends back and explains", async () => {
    const shop = await openFreshShop();
    const { paymentId } = await shop.sell();
    addSecondSession(shop, paymentId);

    expect(await compare(shop)).toMatchObject({ repaired: 0, open: 1 });
    expect(await differences(shop)).toMatchObject([{ kind: "paid-twice", state: "open" }]);
    expect(await stateOf(shop, paymentId)).toBe("settled");
    expect(await shop.balance("house:unsettled")).toBe(0);
    await shop.context.db.run(sql`UPDATE differences SET state = 'explained' WHERE kind = 'paid-twice'`);
    expect(await compare(shop)).toMatchObject({ open: 0 });
  });

  it("reverses what was refunded by hand at the provider, and leaves a partial refund to an operator", async () => {
    const shop = await openFreshShop();
    const [whole, part] = [await shop.sell(), await shop.sell()];
    const byHand = (paymentId: string, cents: number) => shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), cents);
    byHand(whole.paymentId, 50_000);
    byHand(part.paymentId, 20_000);

    expect(await compare(shop)).toMatchObject({ refundsRead: 2, repaired: 1, open: 1 });
    expect(await stateOf(shop, whole.paymentId)).toBe("refunded");
    expect(await stateOf(shop, part.paymentId)).toBe("settled");
    expect(await shop.balance(`user:${whole.buyer.userId}:tokens`)).toBe(0);
  });

  it("remembers a refund made during a dispute, so that winning it restores nothing", async () => {
    const { shop, buyer, paymentId, charge } = await beginDisputed();
    shop.stripe.takeBack(charge, 50_000);
    expect(await compare(shop)).toMatchObject({ repaired: 1, open: 0 });
    charge.dispute = "won";
    shop.context.clock.advance(7 * DAY_MS);
    await compare(shop);
    expect(await stateOf(shop, paymentId)).toBe("refunded");
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
  });

  it("finds a decision that came months later without an event, after the provider's list has dropped the dispute", async () => {
    const { shop, paymentId, charge } = await beginDisputed();
    charge.dispute = "won";
    shop.stripe.listDisputes = () => Promise.resolve({ rows: [], next: null });
    await compare(shop);
    expect(await stateOf(shop, paymentId)).toBe("settled");
  });

  it("tells an operator of a dispute about another amount than is booked", async () => {
    const shop = await openFreshShop();
    const { paymentId } = await shop.sell();
    const of = { disputeId: "du_part", providerPaymentId: `pi_${paymentId}`, answerByMs: null };
    shop.stripe.disputes.push({ ...of, amountCents: 40_000, state: "lost" });
    await compare(shop);
    await compare(shop);
    expect(await stateOf(shop, paymentId)).toBe("disputed");
    expect((await differences(shop)).map(({ kind, state }) => [kind, state])).toContainEqual([
      "refund-amount-differs",
      "open",
    ]);
  });

  it("freezes what is disputed at the provider although no event came, and leaves alone a dispute decided for us", async () => {
    const shop = await openFreshShop();
    const [lost, won] = [await shop.sell(), await shop.sell()];
    for (const [id, state] of [
      [lost.paymentId, "lost"],
      [won.paymentId, "won"],
      ["stranger", "lost"],
    ] as const) {
      const of = { disputeId: `du_${id}`, providerPaymentId: `pi_${id}`, amountCents: 50_000, answerByMs: null };
      shop.stripe.disputes.push({ ...of, state });
    }
    expect(await compare(shop)).toMatchObject({ repaired: 1, open: 0 });
    expect(await stateOf(shop, lost.paymentId)).toBe("disputed");
    expect(await stateOf(shop, won.paymentId)).toBe("settled");
    expect(await compare(shop)).toMatchObject({ repaired: 0 });
  });

  it("reports what it cannot repair: unknown to the provider, never paid there, another amount, unknown here", async () => {
    const shop = await openFreshShop();
    const [lost, unpaid, less] = [await shop.sell(), await shop.sell(), await shop.sell()];
    const charged = shop.stripe.chargeFor(less.paymentId);
    const stranger = shop.stripe.copySession(less.paymentId, "session_stranger");
    shop.stripe.charge(stranger, { id: charged.id, claimedPaymentId: "pay_never_made" });
    shop.stripe.sessions.delete(`session_${lost.paymentId}`);
    Object.assign(shop.stripe.sessionFor(unpaid.paymentId), { status: "expired", charge: null });
    charged.cents = 49_900;

    expect(await compare(shop)).toMatchObject({ repaired: 0, open: 4 });
    expect((await differences(shop)).map(({ kind }) => kind).sort()).toEqual([
      "amount-differs",
      "paid-for-unknown-payment",
      "session-unknown-to-provider",
      "settled-not-paid",
    ]);
    // A difference is reported once, however often it is seen, and resolved when the provider shows the right figures.
    expect(await compare(shop)).toMatchObject({ open: 4 });
    charged.cents = 50_000;
    expect(await compare(shop)).toMatchObject({ open: 3 });
    expect(await stateOf(shop, unpaid.paymentId)).toBe("settled");
  });

  it("keeps the age of a dispute, however often it asks about it", async () => {
    const { shop, paymentId } = await beginDisputed();
    const { context } = shop;
    const since = async () =>
      (await runWork(context.db, listWaitingPayments(context.db, context.nowMs()))).find(({ id }) => id === paymentId);
    const begun = await since();
    expect(begun).toMatchObject({ need: "disputed", sinceMs: context.nowMs() });
    for (let day = 0; day < 3; day++) {
      context.clock.advance(DAY_MS);
      await compare(shop);
    }
    expect(await since()).toMatchObject({ need: "disputed", sinceMs: begun?.sinceMs });
  });

  it("names a provider it could not reach, and still compares the other", async () => {
    const shop = await openFreshShop();
    const crypto = await shop.order({ paymentMode: "Crypto" });
    shop.copperx.pay(crypto.paymentId);
    shop.stripe.failures = ["unavailable"];
    expect(await compare(shop)).toMatchObject({ repaired: 1, error: "not reached: stripe" });
    expect(await stateOf(shop, crypto.paymentId)).toBe("settled");
  });
});
