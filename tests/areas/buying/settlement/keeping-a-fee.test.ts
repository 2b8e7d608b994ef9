import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../support/audits";
import { give, sold, stateOf } from "../../../support/given-back";
import { expectInvariants } from "../../../support/invariants";
import { openShop } from "../../../support/shop";

const refused = (code: string) => ({ ok: false, code });

describe("a refund less a cancellation fee", () => {
  it("is made after 14 days, of up to half of the price, and the buyer is told", async () => {
    const shop = openShop();
    const before = await shop.balance("house:stripe");
    const { buyer, paymentId } = await sold(shop);
    const fees = await shop.balance("house:cancellation-fees");
    shop.context.clock.advance(14 * DAY_MS - 1);
    expect(await give(shop, paymentId, { keptCents: 1 })).toEqual(refused("fee-too-high"));
    shop.context.clock.advance(1);
    expect(await give(shop, paymentId, { keptCents: 25_001 })).toEqual(refused("fee-too-high"));
    expect(await stateOf(shop, paymentId)).toMatchObject({ state: "settled" });
    expect(await give(shop, paymentId, { keptCents: 25_000 })).toEqual({ ok: true });
    expect(await give(shop, paymentId, { keptCents: 25_000 })).toEqual({ ok: true });
    expect(await give(shop, paymentId)).toEqual(refused("given-back-otherwise"));
    await expectInvariants(shop.context.db);
    await shop.drain();
    expect(await stateOf(shop, paymentId)).toEqual({ state: "refunded", reason: "given-back" });
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([25_000]);
    expect((await shop.balance("house:cancellation-fees")) - fees).toBe(25_000);
    expect((await shop.balance("house:stripe")) - before).toBe(-25_000);
    const told = shop.context.mailer.to(buyer.email).map(({ text }) => text.replaceAll("\n", " "));
    expect(told.some((text) => text.includes("we keep the cancellation fee of $250.00"))).toBe(true);
    await expectInvariants(shop.context.db);
  });

  it("is whole where the bank takes all of it back", async () => {
    const shop = openShop();
    const before = await shop.balance("house:stripe");
    const { paymentId } = await sold(shop);
    const fees = await shop.balance("house:cancellation-fees");
    shop.context.clock.advance(15 * DAY_MS);
    await give(shop, paymentId, { keptCents: 5_000 });
    shop.stripe.chargeFor(paymentId).dispute = "lost";
    await shop.drain();
    expect(await stateOf(shop, paymentId)).toEqual({ state: "refunded", reason: "given-back" });
    expect(await shop.balance("house:cancellation-fees")).toBe(fees);
    expect(await shop.balance("house:stripe")).toBe(before);
    await expectInvariants(shop.context.db);
  });

  it("takes what the provider had returned already into account", async () => {
    const shop = openShop();
    const { paymentId } = await sold(shop);
    shop.context.clock.advance(15 * DAY_MS);
    shop.stripe.takeBack(shop.stripe.chargeFor(paymentId), 20_000);
    await give(shop, paymentId, { keptCents: 5_000 });
    await shop.drain();
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([20_000, 25_000]);
  });
});
