import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { payments } from "~/db/schema/payments";
import { restorePayment } from "~/areas/buying/settlement/inside/restore-payment";
import { reversePayment } from "~/areas/buying/settlement/reverse-payment";
import type { Payment } from "~/areas/buying/started-payment";
import { sendNotice } from "~/areas/notices/send-notice";
import { openExits, soldToday } from "../../../support/exits";
import { expectInvariants } from "../../../support/invariants";
import { COST, frozen, lettersOf, owed, standing } from "../../../support/top-up-debts";
import { disputeTopUp } from "../../../support/top-ups";

// Stakes that were bought in the market with a top-up that went back, when their cask is sold.

describe("stakes that are frozen for what is owed of a top-up", () => {
  it("wait for the end of the dispute when their cask is sold, and are credited once it is won", async () => {
    const { shop, buyer, caskId, paymentId } = await frozen();
    const { context } = shop;
    await (await openExits(context)).confirmed(caskId);
    await shop.drain();
    expect(await standing(shop, buyer)).toEqual(["1 frozen void", "2 frozen void"]);
    // Won and disputed again before the work that credits them has run.
    const payment = async () =>
      (await context.db.select().from(payments).where(eq(payments.id, paymentId)))[0] as Payment;
    await restorePayment(context, await payment());
    const again = {
      eventId: "evt_again",
      providerPaymentId: `pi_${paymentId}`,
      refundedCents: null,
    } as const;
    expect(await reversePayment(context, again)).toBe("reversed");
    context.clock.advance(1_000);
    await shop.drain();
    expect(await standing(shop, buyer)).toEqual(["1 frozen void,void", "2 frozen void,void"]);
    await disputeTopUp(shop, paymentId, "won");
    await shop.drain();
    expect(await standing(shop, buyer)).toEqual(["1 ended issued,void,void", "2 ended issued,void,void"]);
    await expectInvariants(context.db);
  });

  it.each(["before the cask is sold", "after it"])(
    "are credited when their cask is sold and the dispute is lost, %s, and what they bring pays the debt first",
    async (when) => {
      const { shop, buyer, caskId, paymentId } = await frozen();
      const { context } = shop;
      const lose = async () => void (await disputeTopUp(shop, paymentId, "lost"));
      if (when === "before the cask is sold") await lose();
      const before = await owed(shop);
      // Its 10 stakes bring 600 each: of 1,200 the 1,015 that are owed are kept.
      const exitId = await (
        await openExits(context)
      ).confirmed(caskId, { ...soldToday(context), grossCents: 600_000, feesCents: 0 });
      await shop.drain();
      if (when === "after it") await lose();
      context.clock.advance(120_000);
      await shop.drain();
      expect(await standing(shop, buyer)).toEqual(["1 ended void", "2 ended void"]);
      expect((await owed(shop)) - before).toBe(2 * COST);
      expect(await shop.balance(`user:${buyer.userId}:wallet`)).toBe(2 * 60_000 - 2 * COST);
      expect(await lettersOf(shop, paymentId)).toEqual([{ isOpen: 0 }]);
      await sendNotice(context, `cask-sold:${exitId}:${buyer.userId}`);
      expect(context.mailer.to(buyer.email).at(-1)?.text.replace(/\s+/g, " ")).toContain(
        "$1,015.00 of it went towards what you owed for a top-up that was reversed.",
      );
      await expectInvariants(context.db);
    },
  );

  it("leave the rest of the debt standing where the sale brings less", async () => {
    const { shop, buyer, caskId, paymentId } = await frozen();
    const before = await owed(shop);
    await disputeTopUp(shop, paymentId, "lost");
    await (
      await openExits(shop.context)
    ).confirmed(caskId, { ...soldToday(shop.context), grossCents: 500_000, feesCents: 0 });
    await shop.drain();
    const credited = (await owed(shop)) - before;
    expect(credited).toBeGreaterThan(0);
    expect(credited).toBeLessThan(2 * COST);
    expect(await shop.balance(`user:${buyer.userId}:wallet`)).toBe(0);
    expect(await lettersOf(shop, paymentId)).toEqual([{ isOpen: 1 }]);
    await expectInvariants(shop.context.db);
  });
});
