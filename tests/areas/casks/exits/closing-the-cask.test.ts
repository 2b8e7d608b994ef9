import { describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { openExits } from "../../../support/exits";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

const shop = openShop();
const { context, stripe } = shop;

describe("a cask whose sale is confirmed", () => {
  it("is no longer sold: open checkouts end, and none can be started", async () => {
    const exits = await openExits(context);
    const caskId = await putCask(context);
    const [buyer, late] = [await signIn(context), await signIn(context)];
    await shop.buy(buyer, { cask: caskId });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1 });
    await exits.confirmed(caskId);
    expect(await shop.paymentsOf(buyer)).toMatchObject([{ state: "cancelled", reason: "cask-sold" }]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0, held: 0 });
    await shop.buy(late, { cask: caskId });
    expect(await shop.paymentsOf(late)).toEqual([]);
    await shop.drain();
    await expectInvariants(context.db);
  });

  it("gives money back that comes late, with the reason", async () => {
    const exits = await openExits(context);
    const caskId = await putCask(context);
    const buyer = await signIn(context);
    await shop.buy(buyer, { cask: caskId });
    const [payment] = await shop.paymentsOf(buyer);
    await exits.confirmed(caskId);
    stripe.pay(payment?.id ?? "");
    await settlePayment(shop.settlement, { paymentId: payment?.id ?? "" });
    await shop.drain();
    expect(await shop.paymentsOf(buyer)).toMatchObject([{ state: "refunded", reason: "cask-sold" }]);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, stakes: 0 });
    await expectInvariants(context.db);
  });
});
