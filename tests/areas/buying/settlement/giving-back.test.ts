import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { makeRun, markPaid } from "~/areas/payouts/payout-run";
import type { GiveBackOutcome } from "~/areas/buying/settlement/give-back";
import { refundPayment } from "~/areas/buying/settlement/refund-payment";
import { giveRipeStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { boughtBy, give, sold } from "../../../support/given-back";
import { asOperator } from "../../../support/open-session";
import { putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";
import { postWithdrawal } from "../../../support/wallet";
import { askReturn, rejectWithdrawal } from "../../../support/withdrawals";
import { DAY_MS, tamper } from "../../../support/audits";
import { fixedFields } from "~/areas/casks/cask-form";
import { readSavedCask } from "~/areas/casks/save-cask";
import { runWork } from "~/db/work";
import { SLICE } from "~/areas/proof/audit-steps";
import { readCask } from "~/areas/proof/audit-casks";

// Settled money that an operator gives back: what it bought goes, the provider refunds it once, and the books hold throughout.

async function expectRefused(shop: Shop, paymentId: string, code: string) {
  const before = await boughtBy(shop, paymentId);
  expect(await give(shop, paymentId)).toEqual(refused(code));
  expect(await shop.payment(paymentId)).toMatchObject({ state: "settled" });
  expect(await boughtBy(shop, paymentId)).toEqual(before);
  expect(await shop.context.db.all(sql`SELECT id FROM audit_log WHERE id = ${`give-back:${paymentId}`}`)).toEqual([]);
}

const refused = (code: string): GiveBackOutcome => ({ ok: false, code }) as GiveBackOutcome;

let shop: Shop;
beforeEach(() => void (shop = openShop()));

describe("a stake's payment that an operator gives back", () => {
  it("is taken back at once and refunded at the provider once", async () => {
    const before = await shop.balance("house:stripe");
    const { referrer, buyer, paymentId } = await sold(shop);
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    expect(await give(shop, paymentId)).toEqual({ ok: true });
    expect(await give(shop, paymentId, { reason: "Another." })).toEqual(refused("given-back-otherwise"));
    expect(await shop.payment(paymentId)).toMatchObject({ state: "refunding", reason: "given-back" });
    expect(await boughtBy(shop, paymentId)).toEqual({ stake: "frozen", certificate: "void" });
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    expect(await shop.balance(`user:${referrer.userId}:rewards-pending`)).toBe(0);
    await expectInvariants(shop.context.db);
    await shop.drain();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "refunded", reason: "given-back" });
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([50_000]);
    expect(await shop.balance("house:stripe")).toBe(before);
    expect(shop.context.mailer.to(buyer.email).some(({ text }) => /have cancelled this payment/.test(text))).toBe(true);
    await expectInvariants(shop.context.db);
  });

  it("that failed at the provider is no longer left to a person once the provider has made it after all", async () => {
    shop.stripe.refundStatus = "failed";
    const { paymentId } = await sold(shop);
    await give(shop, paymentId);
    await shop.drain();
    const waiting = () =>
      shop.context.db.all<{ error: string }>(sql`SELECT error FROM dead_letters
        WHERE id = ${`refund:${paymentId}`} AND resolved_at_ms IS NULL`);
    expect(await waiting()).toEqual([{ error: "refund-failed" }]);
    // The consumer died before it noted that its work was done, so the work is done again.
    shop.stripe.refundStatus = "refunded";
    expect(await refundPayment(shop.settlement, paymentId)).toBe("refunded");
    expect(await waiting()).toEqual([]);
    await expectInvariants(shop.context.db);
  });

  it("is refused from when a return of the stake was asked for, with the bank and paid as well", async () => {
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

  it("is possible again once the return that was asked for is rejected", async () => {
    const { context } = shop;
    const [buyer, operator] = [await signIn(context), await signIn(context, { operator: true })];
    const { paymentId } = await giveRipeStake(context, buyer, await putCask(context));
    const withdrawalId = await askReturn(context, buyer.userId);
    await rejectWithdrawal(context, { withdrawalId, userId: buyer.userId, operatorId: operator.userId });
    expect(await give(shop, paymentId)).toEqual({ ok: true });
  });

  it.each([
    ["stake-ended", (id: string) => sql`UPDATE stakes SET state = 'ended' WHERE payment_id = ${id}`],
    [
      "refunded-in-part",
      (id: string) => sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
        VALUES (${`partial:${id}`}, 'refund', json_object('paymentId', ${id}), 1)`,
    ],
  ] as const)("is refused: %s", async (code, cause) => {
    const { paymentId } = await sold(shop);
    await shop.context.db.run(cause(paymentId));
    await expectRefused(shop, paymentId, code);
  });

  it("is refused while the provider's news of a part that it returned waits to be handled", async () => {
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
});

it("the number of a stake that was paid back is free once the money is back: the next buyer gets it, with a certificate of their own", async () => {
  const { db } = shop.context;
  const { caskId, paymentId } = await sold(shop);
  const read = (endMs: number) => readCask({ db, endMs, size: SLICE }, caskId);
  const midnight = () => (Math.floor(shop.context.nowMs() / DAY_MS) + 1) * DAY_MS;
  const [soldMs, [first]] = [midnight(), (await read(midnight())).stakes];
  shop.context.clock.advance(DAY_MS);
  await give(shop, paymentId);
  expect(await shop.stock(caskId)).toMatchObject({ sold: 1 });
  await shop.drain();
  expect(await shop.stock(caskId)).toMatchObject({ sold: 0 });
  // Its certificate, void now, still says what the cask is and how many stakes it has.
  for (const change of ["total_stakes = total_stakes + 1", "distillery = 'other'"])
    await expect(db.run(sql.raw(`UPDATE casks SET ${change} WHERE id = '${caskId}'`)), change).rejects.toThrow();
  const saved = await runWork(db, readSavedCask(db, caskId));
  expect(saved && fixedFields(saved, saved.launchesOn).total_stakes).toMatch(/has been sold/);
  const freedMs = midnight();
  const [freedAt] = await db.all<{ ms: number }>(sql`SELECT freed_at_ms AS ms FROM stakes
    WHERE payment_id = ${paymentId}`);
  shop.context.clock.advance(DAY_MS);
  const { paymentId: again } = await shop.sell({ cask: caskId });
  await shop.drain();
  expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 2 });
  expect(await boughtBy(shop, again)).toEqual({ stake: "active", certificate: "issued" });
  await expectInvariants(db);
  // As audits read it of each day, today: sold to the first, free, and sold to the next.
  const held = async (endMs: number) => {
    const { stakes, freed } = await read(endMs);
    return [stakes.map(({ number, wrong }) => [number, wrong]), stakes.map(({ code }) => code), freed.length];
  };
  expect(await held(soldMs)).toEqual([[[1, null]], [first?.code], 0]);
  expect(await held(freedMs)).toEqual([[], [], 1]);
  const atMs = freedAt?.ms ?? 0;
  expect(await held(atMs)).toEqual(await held(soldMs));
  expect(await held(atMs + 1)).toEqual(await held(freedMs));
  const [number, codes, freed] = await held(midnight());
  expect([number, freed]).toEqual([[[1, null]], 1]);
  expect(codes).toEqual([expect.not.stringContaining(first?.code ?? "")]);
  // A number that someone freed by hand, though its payment was never refunded, is not free to an audit.
  await tamper(shop.context, "payments", `UPDATE payments SET state = 'paid' WHERE id = '${paymentId}'`);
  expect((await read(midnight())).freed).toEqual([]);
});
