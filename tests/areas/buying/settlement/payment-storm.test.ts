// Everything that can report a payment does so at once: webhooks in copies and out of order, two queue consumers that
// both get every message, the success page, and two reconciliations. Each payment still has one effect.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import { recordEvent } from "~/areas/buying/provider-events";
import { reconcile } from "~/areas/buying/reconciliation/run-reconciliation";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { consumeNudges } from "../../../../workers/settlement/consume-nudges";
import { effort } from "../../../support/effort";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";
import { Random } from "../../../sim/random";

const PAYMENTS = effort(40, 1_000);
const BATCH = 10;
const seed = effort(1, Date.now() % 1_000_000);
const random = new Random(seed);

function shuffled<T>(list: readonly T[]): T[] {
  const keyed = list.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

type Planned = { paymentId: string; mode: "Bank" | "Crypto"; purpose: "stake" | "joining-fee"; right: boolean };

/** Every fourth payment is a joining fee, every second is in crypto, every fifteenth is underpaid. */
async function buyAndPay(shop: Shop, caskId: string, i: number): Promise<Planned> {
  const purpose = i % 4 === 0 ? "joining-fee" : "stake";
  const mode = i % 2 === 0 ? "Bank" : "Crypto";
  const person = await signIn(shop.context, { activated: purpose === "stake" });
  const what: Record<string, string> = purpose === "stake" ? { cask: caskId } : { product: "joining-fee" };
  const answer = await shop.buy(person, { ...what, paymentMode: mode });
  expect(answer.status).toBe(303);
  const [payment] = await shop.paymentsOf(person);
  if (!payment) throw new Error("no payment was begun");
  const right = i % 15 !== 7;
  shop[mode === "Bank" ? "stripe" : "copperx"].pay(payment.id, right ? {} : { cents: 999 });
  return { paymentId: payment.id, mode, purpose, right };
}

/** Delivers each event one to five times, in random order; returns the nudges that the webhooks would send. */
async function deliverWebhooks(shop: Shop, planned: readonly Planned[]): Promise<string[]> {
  const copies = shuffled(planned.flatMap((one) => Array<Planned>(random.between(1, 5)).fill(one)));
  const nudges: string[] = [];
  for (const { paymentId, mode } of copies) {
    const provider = mode === "Bank" ? "stripe" : "copperx";
    const nudge = await recordEvent(shop.context, provider, {
      id: `evt_${paymentId}`,
      type: "checkout.session.completed",
      concerns: "session",
      sessionId: `session_${paymentId}`,
      providerPaymentId: null,
    });
    if (nudge) nudges.push(nudge);
  }
  return nudges;
}

async function consumeAll(shop: Shop, outboxIds: readonly string[]): Promise<void> {
  const queue = shuffled(outboxIds);
  while (queue.length > 0) {
    const messages = queue.splice(0, BATCH).map((outboxId) => ({
      body: { outboxId },
      ack: () => undefined,
      retry: () => void queue.push(outboxId),
    }));
    await consumeNudges(shop.settlement, messages);
  }
}

async function settleAll(shop: Shop, planned: readonly Planned[]): Promise<void> {
  for (const { paymentId } of shuffled(planned)) await settlePayment(shop.settlement, { paymentId });
}

describe(`${PAYMENTS} payments, reported from everywhere at once (seed ${seed}),`, () => {
  it("have one effect each", { timeout: effort(600_000, 900_000) }, async () => {
    const shop = openShop();
    const { db } = shop.context;
    const caskId = await putCask(shop.context, { totalStakes: PAYMENTS });
    const planned: Planned[] = [];
    for (let i = 0; i < PAYMENTS; i++) planned.push(await buyAndPay(shop, caskId, i));

    const fromWebhooks = await deliverWebhooks(shop, planned);
    const fromPages = planned.map(({ paymentId }) => `check-payment:${paymentId}`);
    const queue = [...fromWebhooks, ...fromPages];
    const books = { ...shop.settlement, books: shop.providers };
    const hourAgoMs = shop.context.clock.nowMs - 3_600_000;
    await Promise.all([
      consumeAll(shop, queue),
      consumeAll(shop, queue),
      settleAll(shop, planned),
      settleAll(shop, planned),
      reconcile(books, hourAgoMs),
      reconcile(books, hourAgoMs),
    ]);
    shop.context.clock.advance(121_000);
    await shop.drain();

    const bought = planned.filter(({ right }) => right);
    const stakes = bought.filter(({ purpose }) => purpose === "stake");
    const fees = bought.filter(({ purpose }) => purpose === "joining-fee");
    const wrong = planned.filter(({ right }) => !right);
    const states = await db.all<{ state: string; count: number }>(
      sql`SELECT state, count(*) AS count FROM payments GROUP BY state ORDER BY state`,
    );
    expect(states).toEqual([
      { state: "refunded", count: wrong.length },
      { state: "settled", count: bought.length },
    ]);
    expect(await shop.stock(caskId)).toMatchObject({ sold: stakes.length, reserved: 0, stakes: stakes.length });
    const [counts] = await db.all(sql`SELECT
      (SELECT count(*) FROM certificates WHERE state = 'issued') AS certificates,
      (SELECT count(*) FROM users WHERE activated_at_ms IS NOT NULL AND id IN (SELECT user_id FROM payments WHERE purpose = 'joining-fee')) AS activated,
      (SELECT sum(amount) FROM transfers WHERE currency = 'TOKEN') AS tokens,
      (SELECT count(*) FROM transfers WHERE reason = 'refund') AS refunds,
      (SELECT count(*) FROM outbox WHERE done_at_ms IS NULL) AS waiting,
      (SELECT count(*) FROM differences WHERE state = 'open') AS differences`);
    expect(counts).toEqual({
      certificates: stakes.length,
      activated: fees.length,
      tokens: stakes.length * TOKENS_FOR_STAKE + fees.length * TOKENS_FOR_JOINING,
      refunds: wrong.length,
      waiting: 0,
      differences: 0,
    });
    expect(shop.stripe.refunds.size + shop.copperx.refunds.size).toBe(wrong.length);
    const keys = shop.context.mailer.sent.map(({ key }) => key);
    const certified = keys.filter((key) => key.startsWith("notice/certificate-ready:"));
    expect(certified.length).toBe(new Set(certified).size);
    expect(certified.sort()).toEqual(
      (await db.all<{ id: string }>(sql`SELECT id FROM certificates WHERE state = 'issued'`))
        .map(({ id }) => `notice/certificate-ready:${id}`)
        .sort(),
    );
    expect(keys.filter((key) => !certified.includes(key)).sort()).toEqual(
      planned.map(({ paymentId, right }) => `notice/payment-${right ? "settled" : "refunding"}:${paymentId}`).sort(),
    );
    await expectInvariants(db);
  });
});
