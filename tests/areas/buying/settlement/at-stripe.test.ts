import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reconcile } from "~/areas/buying/reconciliation/run-reconciliation";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { receiveWebhook } from "~/server/receive-webhook";
import { hmacHex, urlOf } from "../../../integrations/support/calls";
import { CONFIG, makeWorld } from "../../../sandbox/support/world";
import { DAY_MS } from "../../../support/audits";
import { give } from "../../../support/given-back";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

// Refunds and disputes of a stake of $1,200, with Stripe's adapter on the sandbox's Stripe: what is sent, and what is booked of it.

async function bought() {
  const world = makeWorld();
  const shop = openShop();
  const stripe = createStripeCheckout({
    secretKey: CONFIG.STRIPE_SECRET_KEY,
    webhookSecret: CONFIG.STRIPE_WEBHOOK_SECRET,
    fetch: ((input, init) => world.call(urlOf(input), init)) as typeof fetch,
    nowMs: world.now,
  });
  // The providers of the shop are shared by its context and its settlement.
  Object.assign(shop.providers, { stripe });
  const { context, settlement } = shop;
  const { db } = context;
  context.clock.nowMs = world.now();
  const start = { stripe: await shop.balance("house:stripe"), fees: await shop.balance("house:cancellation-fees") };
  const buyer = await signIn(context);
  const started = await shop.buy(buyer, { cask: await putCask(context, { costCents: 120_000 }) });
  await world.choose(started.headers.get("location") ?? "", "paid");

  const passed = async (ms: number) => {
    await world.pass(ms);
    context.clock.advance(ms);
  };
  const post = async (headers: Record<string, string>, body: string) =>
    (
      await receiveWebhook(
        new Request("http://localhost/webhooks/stripe", { method: "POST", headers, body }),
        context,
        "stripe",
      )
    ).status;
  /** What Stripe has sent by then arrives, and is acted on. */
  const told = async () => {
    await passed(5_000);
    for (const { headers, body } of world.sent.splice(0)) await post(headers, body);
    await shop.drain();
  };
  await told();
  const [payment] = await db.all<{ id: string; intent: string }>(
    sql`SELECT id, provider_payment_id AS intent FROM payments WHERE user_id = ${buyer.userId} AND state = 'settled'`,
  );
  if (!payment) throw new Error("nothing was settled");
  const { id: paymentId, intent } = payment;

  return {
    ...{ shop, world, passed, told, post, paymentId, intent, stripe },
    refundAtStripe: (amount?: number) => world.post("/sandbox/stripe/refunds", { payment_intent: intent, amount }),
    dispute: (status?: string, amount?: number) =>
      world.post("/sandbox/stripe/disputes", { payment_intent: intent, status, amount }),
    refunds: async () => {
      const { data } = await world.stripe.refunds.list({ payment_intent: intent });
      return data.map(({ amount }) => amount).reverse();
    },
    standing: async () => {
      const [row] = await db.all<{ state: string; kept: number; stake: string }>(
        sql`SELECT payments.state, kept_cents AS kept, stakes.state AS stake FROM payments JOIN stakes ON payment_id = payments.id
          WHERE payments.id = ${paymentId}`,
      );
      await expectInvariants(db);
      return {
        ...row,
        held: start.stripe - (await shop.balance("house:stripe")),
        fees: (await shop.balance("house:cancellation-fees")) - start.fees,
      };
    },
    reconcile: () => reconcile({ ...settlement, books: shop.providers }, context.nowMs() - 2 * DAY_MS),
    differences: () => db.all(sql`SELECT kind, state FROM differences WHERE payment_id = ${paymentId} ORDER BY kind`),
  };
}

describe("giving back what Stripe has refunded a part of", () => {
  it("sends the rest of what is owed, whatever fee is kept", async () => {
    const story = await bought();
    await story.passed(15 * DAY_MS);
    await story.refundAtStripe(50_000);
    // The event of it is late.
    await give(story.shop, story.paymentId, { keptCents: 30_000 });
    await story.shop.drain();
    expect(await story.refunds()).toEqual([50_000, 40_000]);
    await story.told();
    expect(await story.standing()).toMatchObject({ state: "refunded", kept: 30_000, held: 30_000, fees: 30_000 });
  });

  it("sends no more than is owed where Stripe would take all of it", async () => {
    const story = await bought();
    await story.passed(15 * DAY_MS);
    await story.refundAtStripe(20_000);
    await give(story.shop, story.paymentId, { keptCents: 60_000 });
    await story.shop.drain();
    expect(await story.refunds()).toEqual([20_000, 40_000]);
  });
});

describe("a dispute about what was kept from a payment", () => {
  async function keptAndDisputed() {
    const story = await bought();
    await story.passed(15 * DAY_MS);
    await give(story.shop, story.paymentId, { keptCents: 30_000 });
    await story.shop.drain();
    await story.told();
    expect(await story.refunds()).toEqual([90_000]);
    await story.dispute();
    return story;
  }
  const away = { state: "refunded", kept: 0, held: 0, fees: 0 };
  const back = { state: "refunded", kept: 30_000, held: 30_000, fees: 30_000 };

  it("takes the fee out of the books, once, and brings it back when it is won", async () => {
    const story = await keptAndDisputed();
    await story.told();
    await story.reconcile();
    expect(await story.standing()).toMatchObject(away);
    await story.dispute("under_review");
    await story.told();
    expect(await story.standing()).toMatchObject(away);
    await story.dispute("won");
    await story.told();
    expect(await story.standing()).toMatchObject(back);
    await story.dispute();
    await story.told();
    await story.dispute("lost");
    await story.told();
    await story.reconcile();
    expect(await story.standing()).toMatchObject(away);
    expect(await story.differences()).toEqual([]);
  });

  it("is found by reconciliation where its event is lost", async () => {
    const story = await keptAndDisputed();
    story.world.sent.splice(0);
    await story.passed(5_000);
    await story.reconcile();
    expect(await story.standing()).toMatchObject(away);
    expect(await story.differences()).toEqual([{ kind: "dispute-not-recorded", state: "repaired" }]);
  });

  it("is told to an operator where it is about another amount than is booked", async () => {
    const story = await bought();
    await story.dispute("lost", 40_000);
    await story.told();
    await story.reconcile();
    expect(await story.standing()).toMatchObject({ state: "disputed", held: 0 });
    expect(await story.differences()).toEqual([{ kind: "refund-amount-differs", state: "open" }]);
  });
});

describe("an event about a refund", () => {
  const claim = async (
    { world, post, shop, intent }: Awaited<ReturnType<typeof bought>>,
    cents: number,
    type = "charge.refunded",
  ) => {
    const time = Math.floor(world.now() / 1000);
    const object = { id: "ch_1", object: "charge", payment_intent: intent, amount_refunded: cents, refunded: true };
    const body = JSON.stringify({
      id: `evt_${cents}_${type}`,
      object: "event",
      api_version: "2026-10-28.endive",
      type,
      data: { object },
    });
    const signature = await hmacHex(CONFIG.STRIPE_WEBHOOK_SECRET, `${time}.${body}`);
    expect(await post({ "stripe-signature": `t=${time},v1=${signature}` }, body)).toBe(200);
    await shop.drain();
  };

  it("is not believed, however it is signed: what Stripe says when it is asked counts", async () => {
    const story = await bought();
    await claim(story, 999_999_999);
    expect(await story.standing()).toMatchObject({ state: "settled", stake: "active", held: 120_000 });
    await story.refundAtStripe(1_000);
    await claim(story, 120_000);
    expect(await story.standing()).toMatchObject({ state: "settled", stake: "active" });
    await story.refundAtStripe();
    await claim(story, 5);
    expect(await story.standing()).toMatchObject({ state: "refunded", stake: "ended", held: 0 });
  });

  it("that says a refund came back has an operator pay only what did", async () => {
    const story = await bought();
    await story.refundAtStripe();
    await story.told();
    await claim(story, 1, "refund.failed");
    expect(await story.shop.context.db.all(sql`SELECT id FROM dead_letters WHERE id GLOB 'refund-failed:*'`)).toEqual(
      [],
    );
  });
});
