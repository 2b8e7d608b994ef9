// A finger that taps twice on a slow network: the second tap comes before the first one's answer. What the server does about two taps
// is in tests/routes/login/email-login.test.ts and the use cases.
import type { Locator, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { goBack, withPage } from "./support/browser";
import { messagesTo } from "./support/outbox";
import { signInByEmail } from "./support/sign-in";

const BETWEEN_TAPS_MS = 100;
const LATENCY_MS = 400;

async function slowDown(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const noLimit = { downloadThroughput: -1, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", { offline: false, latency, ...noLimit });
}

/** By the place on the screen, as a finger does: the page may be leaving by then. */
async function tapTwice(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(BETWEEN_TAPS_MS);
  await page.mouse.click(x, y);
}

/** Waits for a URL that ends like this. The second tap may abort the navigation of the first, which `waitForURL` does not survive. */
async function arrive(page: Page, end: string): Promise<void> {
  await expect.poll(() => page.url()).toMatch(new RegExp(`${end.replace(/[?#]/g, "\\$&")}$`));
  await page.waitForLoadState().catch(() => undefined);
}

const sendByEmail = (page: Page) => page.getByRole("button", { name: "Send code by email" });

it("a button says that something is under way, sends once, and says so no longer when one comes back", async () => {
  const email = "tapped@dunnage.test";
  await withPage({}, async (page) => {
    await page.goto("/get-started?mode=login");
    await page.getByLabel(/email/i).fill(email);
    await slowDown(page, LATENCY_MS);
    await page.evaluate(() => {
      const look = (changes: MutationRecord[]) => {
        for (const { target } of changes)
          if (target instanceof Element) sessionStorage.setItem("shown", getComputedStyle(target, "::after").content);
      };
      new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    });
    await tapTwice(page, sendByEmail(page));
    await arrive(page, "/enter-OTP");
    expect(await messagesTo(email)).toHaveLength(1);
    expect(await page.evaluate(() => sessionStorage.getItem("shown"))).toBe('"Sending…"');
    await goBack(page);
    await sendByEmail(page).waitFor();
    expect(await page.locator("[aria-busy]").count()).toBe(0);
  });
});

// What the server says to it half a minute later: tests/routes/login/email-login.
it("Resend opens by itself at zero", async () => {
  await withPage({}, async (page) => {
    await page.clock.install();
    await page.goto("/get-started?mode=login");
    await page.getByLabel(/email/i).fill("counts-down@dunnage.test");
    await sendByEmail(page).click();
    await arrive(page, "/enter-OTP");
    const resend = page.getByRole("button", { name: "Resend OTP" });
    expect(await resend.isDisabled()).toBe(true);
    expect(await page.locator("#resend-when").textContent()).toMatch(/^A new code can be sent in \d+ seconds\.$/);
    await page.clock.runFor(31_000);
    expect(await resend.isEnabled()).toBe(true);
    expect(await page.locator("#resend-when").isVisible()).toBe(false);
  });
});

it("the page that waits for a payment asks in the background and does not move under a finger, until something has happened", async () => {
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
