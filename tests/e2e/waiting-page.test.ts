import { describe, expect, inject, it } from "vitest";
import { withPage } from "./support/browser";
import { signInByEmail } from "./support/sign-in";

describe("the waiting page in a browser", () => {
  it("asks in the background and does not move under a finger, until something has happened", async () => {
    const buyer = await signInByEmail("waits-quietly@example.com");
    await buyer.visit("/stripe-secure?product=joining-fee");
    await buyer.submit({}, { button: "Proceed to payment" });
    const checkout = buyer.at.url.href;
    await buyer.visit(new URL("/wallet", inject("origin")).href);
    const paymentId = /\/payment-unsuccessful\?payment=(\w+)/.exec(buyer.at.html)?.[1] ?? "";
    await withPage({ as: buyer }, async (page) => {
      await page.goto(`/payment-success?payment=${paymentId}`);
      const [asked, moved]: [string[], string[]] = [[], []];
      page.on("request", (one) => one.resourceType() === "fetch" && asked.push(one.url()));
      page.on("framenavigated", (frame) => moved.push(frame.url()));
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
      expect(moved).toEqual([]);
      await page.getByText("We are confirming your payment").waitFor();
      await buyer.visit(checkout);
      await buyer.submit({}, { button: "outcome=paid" });
      await page.getByText("Joining fee successfully paid").waitFor();
      expect(moved).toHaveLength(1);
    });
  });
});
