import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { makeRun, markPaid } from "~/areas/payouts/payout-run";
import type { GiveBackOutcome } from "~/areas/buying/settlement/give-back";
import { refundPayment } from "~/areas/buying/settlement/refund-payment";
import { effort } from "../../../support/effort";
import { creditWallet, giveRipeStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { boughtBy, give, sold, stateOf } from "../../../support/given-back";
import { asOperator, TURNED_AWAY } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";
import { postWithdrawal } from "../../../support/wallet";

// Settled money that an operator gives back: what it bought goes, the provider refunds it once, and the books hold throughout.

async function expectRefused(shop: Shop, paymentId: string, code: string) {
  const before = await boughtBy(shop, paymentId);
  expect(await give(shop, paymentId)).toEqual(refused(code));
  expect(await stateOf(shop, paymentId)).toMatchObject({ state: "settled" });
  expect(await boughtBy(shop, paymentId)).toEqual(before);
  expect(await shop.context.db.all(sql`SELECT id FROM audit_log WHERE id = ${`give-back:${paymentId}`}`)).toEqual([]);
}

const refused = (code: string): GiveBackOutcome => ({ ok: false, code }) as GiveBackOutcome;

describe("a stake's payment that an operator gives back", () => {
  it("is taken back at once and refunded at the provider once", async () => {
    const shop = openShop();
    const before = await shop.balance("house:stripe");
    const { referrer, buyer, paymentId } = await sold(shop);
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    expect(await give(shop, paymentId, { reason: "Another." })).toEqual(refused("given-back-otherwise"));
    expect(await stateOf(shop, paymentId)).toEqual({ state: "refunding", reason: "given-back" });
    expect(await boughtBy(shop, paymentId)).toEqual({ stake: "frozen", certificate: "void" });
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    expect(await shop.balance(`user:${referrer.userId}:rewards-pending`)).toBe(0);
    await expectInvariants(shop.context.db);
    await shop.drain();
    expect(await stateOf(shop, paymentId)).toEqual({ state: "refunded", reason: "given-back" });
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([50_000]);
    expect(await shop.balance("house:stripe")).toBe(before);
    expect(shop.context.mailer.to(buyer.email).some(({ text }) => /have cancelled this payment/.test(text))).toBe(true);
    await expectInvariants(shop.context.db);
  });

  it("goes back once and whole although the provider had returned a part that nobody was told of", async () => {
    const shop = openShop();
    const before = await shop.balance("house:stripe");
    const { paymentId } = await sold(shop);
    shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), 20_000);
    await give(shop, paymentId);
    await shop.drain();
    expect(await stateOf(shop, paymentId)).toEqual({ state: "refunded", reason: "given-back" });
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([20_000, 30_000]);
    expect(await shop.balance("house:stripe")).toBe(before);
    await expectInvariants(shop.context.db);
  });

  it("of crypto waits for a person, who sends it by hand", async () => {
    const shop = openShop();
    shop.copperx.refundStatus = "manual";
    const { paymentId } = await sold(shop, { paymentMode: "Crypto" });
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    await shop.drain();
    expect(await stateOf(shop, paymentId)).toMatchObject({ state: "refunding" });
    expect(
      await shop.context.db.all(sql`SELECT error FROM dead_letters WHERE id = ${`refund:${paymentId}`}`),
    ).toHaveLength(1);
    await expectInvariants(shop.context.db);
  });

  it("that failed at the provider is no longer left to a person once the provider has made it after all", async () => {
    const shop = openShop();
    shop.stripe.refundStatus = "failed";
    const { paymentId } = await sold(shop);
    await give(shop, paymentId);
    await shop.drain();
    const waiting = () =>
      shop.context.db.all<{ error: string }>(
        sql`SELECT error FROM dead_letters WHERE id = ${`refund:${paymentId}`} AND resolved_at_ms IS NULL`,
      );
    expect(await waiting()).toEqual([{ error: "refund-failed" }]);
    // The consumer died before it noted that its work was done, so the work is done again.
    shop.stripe.refundStatus = "refunded";
    expect(await refundPayment(shop.settlement, paymentId)).toBe("refunded");
    expect(await waiting()).toEqual([]);
    await expectInvariants(shop.context.db);
  });

  it("of a joining fee ends the activation", async () => {
    const shop = openShop();
    const { buyer, paymentId } = await sold(shop, { fee: true });
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    await shop.drain();
    expect(await shop.context.db.all(sql`SELECT activated_at_ms FROM users WHERE id = ${buyer.userId}`)).toEqual([
      { activated_at_ms: null },
    ]);
    expect(await stateOf(shop, paymentId)).toMatchObject({ state: "refunded" });
    await expectInvariants(shop.context.db);
  });

  it("is refused from when a return of the stake was asked for, with the bank and paid as well", async () => {
    const shop = openShop();
    const { context } = shop;
    const buyer = await signIn(context);
    const operator = await signIn(context, { operator: true });
    const { paymentId } = await giveRipeStake(context, buyer, await putCask(context));
    await postWithdrawal(context, buyer);
    await expectRefused(shop, paymentId, "withdrawn-from");
    context.clock.advance(HOLD_MS);
    const runId = context.newId("run");
    await asOperator(context, operator.userId, (by) => makeRun(context.db, { runId, operator: by }));
    const request = sql`SELECT id, state FROM withdrawals WHERE user_id = ${buyer.userId}`;
    const [sent] = await context.db.all<{ id: string; state: string }>(request);
    expect(sent?.state).toBe("sending");
    await expectRefused(shop, paymentId, "withdrawn-from");
    const references = { [sent?.id ?? ""]: "UTR-1" };
    await asOperator(context, operator.userId, (by) => markPaid(context.db, { runId, references, operator: by }));
    expect((await context.db.all<{ state: string }>(request))[0]?.state).toBe("paid");
    await expectRefused(shop, paymentId, "withdrawn-from");
  });

  it.each([
    ["stake-ended", (id: string) => sql`UPDATE stakes SET state = 'ended' WHERE payment_id = ${id}`],
    [
      "refunded-in-part",
      (id: string) => sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
        VALUES (${`partial:${id}`}, 'refund', json_object('paymentId', ${id}), 1)`,
    ],
  ] as const)("is refused: %s", async (code, cause) => {
    const shop = openShop();
    const { paymentId } = await sold(shop);
    await shop.context.db.run(cause(paymentId));
    await expectRefused(shop, paymentId, code);
  });

  it("is refused while the provider's news of a part that it returned waits to be handled", async () => {
    const shop = openShop();
    const { paymentId } = await sold(shop);
    const charge = shop.stripe.chargeFor(paymentId);
    shop.stripe.takeBack(charge, 100);
    await recordEvent(shop.context, "stripe", {
      id: "evt_part",
      type: "charge.refunded",
      concerns: "refund",
      sessionId: null,
      providerPaymentId: charge.id,
    });
    await expectRefused(shop, paymentId, "refunded-in-part");
    await shop.drain();
    await expectRefused(shop, paymentId, "refunded-in-part");
  });

  it("is not given back by its own buyer, an investor, or one whose code is old", async () => {
    const shop = openShop();
    const { buyer, paymentId } = await sold(shop);
    await shop.context.db.run(sql`UPDATE users SET role = 'operator' WHERE id = ${buyer.userId}`);
    expect(await give(shop, paymentId, { by: buyer.userId })).toEqual(refused("not-allowed"));
    await expect(give(shop, paymentId, { by: (await signIn(shop.context)).userId })).rejects.toThrow(TURNED_AWAY);
    await expect(give(shop, paymentId, { alive: false })).rejects.toThrow(TURNED_AWAY);
    expect(await stateOf(shop, paymentId)).toMatchObject({ state: "settled" });
  });
});

type Step =
  "give" | "give-twice" | "drain" | "down" | "provider-refund" | "dispute" | "dispute-won" | "spend-reward" | "hour";
const steps = fc.constantFrom<Step>(
  ...([
    "give",
    "give-twice",
    "drain",
    "down",
    "provider-refund",
    "dispute",
    "dispute-won",
    "spend-reward",
    "hour",
  ] as const),
);
let serial = 0;

async function walk(shop: Shop, one: { paymentId: string; referrer: Person }, step: Step): Promise<void> {
  const { stripe, context } = shop;
  const charge = stripe.chargeFor(one.paymentId);
  const tell = (concerns: "refund" | "dispute") =>
    recordEvent(context, "stripe", {
      id: `evt_back_${(serial += 1)}`,
      type: concerns === "refund" ? "charge.refunded" : "charge.dispute.updated",
      concerns,
      sessionId: null,
      providerPaymentId: charge.id,
    });
  switch (step) {
    case "give":
      return void (await give(shop, one.paymentId));
    case "give-twice":
      return void (await Promise.all([give(shop, one.paymentId), give(shop, one.paymentId, { reason: "Other." })]));
    case "drain":
      return void (await shop.drain());
    case "down":
      stripe.failures = ["unavailable", null, "unavailable", "unavailable"];
      return;
    case "provider-refund":
      if (charge.refunds.length > 0 || charge.dispute) return;
      // Asked for it as well, the provider says that it is refunded already.
      charge.refunds.push({ key: `us:${one.paymentId}`, cents: 50_000, by: "us", failed: false, atMs: Infinity });
      return tell("refund").then(() => undefined);
    case "dispute":
      if (charge.refunds.length > 0) return;
      charge.dispute = "open";
      return tell("dispute").then(() => undefined);
    case "dispute-won":
      if (charge.dispute !== "open") return;
      charge.dispute = "won";
      return tell("dispute").then(() => undefined);
    case "spend-reward":
      return creditWallet(context, one.referrer, 100);
    case "hour":
      context.clock.advance(3_700_000);
  }
}

describe("a payment given back in the middle of everything else", () => {
  it("leaves the books right after each step, and in the end the buyer has the money back exactly once, or what it bought", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 9 }), async (path) => {
        const shop = openShop();
        const one = await sold(shop);
        for (const step of path) {
          await walk(shop, one, step);
          await expectInvariants(shop.context.db);
        }
        shop.stripe.failures = [];
        for (let round = 0; round < 3; round++) {
          shop.context.clock.advance(7_200_000);
          await shop.drain();
        }
        await expectInvariants(shop.context.db);
        const charge = shop.stripe.chargeFor(one.paymentId);
        const back = charge.refunds.filter(({ failed }) => !failed).reduce((sum, { cents }) => sum + cents, 0);
        const state = (await stateOf(shop, one.paymentId))?.state;
        const bought = await boughtBy(shop, one.paymentId);
        expect([0, 50_000], path.join()).toContain(back);
        if (state === "refunded") expect(back, path.join()).toBe(50_000);
        if (state === "settled") expect([back, bought?.stake], path.join()).toEqual([0, "active"]);
        else {
          const stake = state === "refunded" ? "ended" : "frozen";
          expect(bought, path.join()).toEqual({ stake, certificate: "void" });
        }
        await shop.context.db.run(sql`DELETE FROM outbox WHERE done_at_ms IS NULL`);
      }),
      { numRuns: effort(6, 200) },
    );
  });
});
