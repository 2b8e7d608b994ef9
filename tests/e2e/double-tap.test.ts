// A finger that taps twice, on a slow network, at phone size: whatever tap the browser drops the answer of, the visitor gets
// where one tap would have led, and what was sent counts once. One form of each kind; every other one, at once and one after
// the other, is in tests/routes/login/double-tap, tests/routes/settings/double-tap and what that names.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { withPage } from "./support/browser";
import { arrive, BETWEEN_TAPS_MS, LATENCY_MS, slowDown, tapTwice } from "./support/double-tap";
import { goBack } from "./support/go-back";
import type { HttpJourney } from "./support/http-journey";
import { signInLargeHolder } from "./support/large-holder";
import { messagesTo } from "./support/outbox";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const noAlert = async (page: Page) => expect(await page.locator("[role=alert]").allInnerTexts()).toEqual([]);

async function fillInAccount(page: Page) {
  await page.locator("input[name=holder_name]").fill("Asha Rao");
  await page.locator("input[name=bank_name]").fill("HDFC Bank");
  await page.locator("input[name=ifsc_code]").fill("HDFC0001234");
  await page.locator("input[name=account_number]").fill("50100123456789");
}

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  const idOf = (name: string) => `tapped_${name}_${javaScript ? "js" : "plain"}`;
  const on = (as: HttpJourney, path: string, work: (page: Page) => Promise<void>) =>
    withPage({ javaScript, as }, async (page) => {
      await page.goto(path);
      await slowDown(page, LATENCY_MS);
      await work(page);
    });

  it("on Proceed to payment for a cask hold one stake at one checkout, and on its Cancel give it back", async () => {
    await on(await signInLargeHolder(idOf("buys")), "/invest", async (page) => {
      const offer = await page.locator('a[href^="/stripe-secure?cask="]').first().getAttribute("href");
      await page.goto(offer ?? "");
      await tapTwice(page, button(page, "Proceed to payment").first());
      await expect.poll(() => new URL(page.url()).origin).toBe(inject("sandboxOrigin"));
      const checkout = page.url();
      await page.waitForTimeout(BETWEEN_TAPS_MS + LATENCY_MS);
      expect(page.url()).toBe(checkout);

      await page.goto(`${inject("origin")}/wallet?tab=portfolio`);
      const cancels = button(page, /^Cancel the payment of/);
      await cancels.first().waitFor();
      // Each open payment holds one stake.
      expect(await cancels.count()).toBe(1);
      await tapTwice(page, button(page, /^Finish the payment of/));
      await expect.poll(() => page.url()).toBe(checkout);

      await page.goto(`${inject("origin")}/wallet?tab=portfolio`);
      await tapTwice(page, cancels);
      const over = page.getByText("Nothing was charged, and no stake is held for you now.");
      await over.waitFor();
      expect(new URL(page.url()).pathname).toBe("/payment-unsuccessful");
      await noAlert(page);
      await page.goto("/wallet?tab=portfolio");
      expect(await cancels.count()).toBe(0);
    });
  });

  it("on the withdrawal, then on its Cancel, request it once and take it back once; on Save of bank details save them", async () => {
    await on(await signInLargeHolder(idOf("withdraws")), "/wallet?tab=portfolio&dialog=withdraw", async (page) => {
      await fillInAccount(page);
      await tapTwice(page, button(page, "Confirm Request"));
      await arrive(page, "/wallet?tab=portfolio");
      const cancels = page.locator("form", { has: page.locator("input[value=cancel-withdrawal]") });
      await cancels.first().waitFor();
      expect(await cancels.count()).toBe(1);
      await noAlert(page);
      await tapTwice(page, cancels.getByRole("button"));
      await expect.poll(() => cancels.count()).toBe(0);
      await page.waitForLoadState();
      await noAlert(page);

      await page.goto("/bank-details");
      await fillInAccount(page);
      await tapTwice(page, button(page, "Save"));
      await arrive(page, "/settings");
      await page.getByText("•••• 6789").waitFor();
      await noAlert(page);
    });
  });
});

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

// What the server says to it half a minute later: tests/routes/login/double-tap.
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
