import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { effort } from "../support/effort";
import { expectAccessible } from "./support/look-at";
import { withPage } from "./support/browser";
import { newCodeFor } from "./support/outbox";

// The main journey on a phone-sized screen in Chromium, for each payment method, with and without JavaScript. axe checks the screens
// that only a payment leads to; the others are in tests/e2e/screens.test.ts.

async function fits(page: Page) {
  const width = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth)
    .catch(() => 375);
  expect(width, `${page.url()} fits the screen`).toBeLessThanOrEqual(375);
}

async function look(page: Page, javaScript: boolean) {
  await fits(page);
  // axe needs scripts; the pages are the same without.
  if (javaScript) await expectAccessible(page);
}

async function payAt(page: Page, outcome: string) {
  const name = page.locator("input[name=full_name]");
  if (await name.count()) await name.fill("Asha Rao");
  await page.getByRole("button", { name: "Proceed to payment" }).click();
  await page.waitForURL(`${inject("sandboxOrigin")}/**`);
  await page.locator(`button[value=${outcome}]`).click();
}

type Way = readonly [boolean, "card" | "crypto"];

/** With JavaScript and without, by card and by crypto; every pair of them in `npm run assure`. */
const PAIRED: readonly Way[] = [
  [true, "card"],
  [false, "crypto"],
];
const OTHERS: readonly Way[] = [
  [false, "card"],
  [true, "crypto"],
];

describe.each(effort(PAIRED, [...PAIRED, ...OTHERS]))("the main journey, JavaScript: %s, by %s", (javaScript, tab) => {
  it("goes from the landing page to a certificate and to logging out", async () => {
    const email = `job-${tab}-${javaScript}@example.com`;
    await withPage({ javaScript }, async (page) => {
      const tap = (name: string | RegExp) => page.getByRole("link", { name }).first().click();
      const arrive = async (url: string) => {
        await page.waitForURL(url);
        await fits(page);
      };
      await page.goto("/");
      await fits(page);
      await page.goto("/create-account");
      await fits(page);
      await expect(page.getByText("One time joining fee of $10").count()).resolves.toBe(1);
      await tap("Sign Up");
      await arrive("**/get-started?mode=sign-up");
      await page.locator("input[name=email]").fill(email);
      await page.getByRole("button", { name: "Send code by email" }).click();
      await arrive("**/enter-OTP");
      const code = await newCodeFor(email);
      const boxes = page.locator("input[name=digit]");
      if (javaScript) {
        // The page's script moves on after each digit.
        await boxes.first().click();
        await page.keyboard.type(code);
      } else for (const [index, digit] of [...code].entries()) await boxes.nth(index).fill(digit);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
      for (const name of ["Portfolio", "Tokens", "Rewards"]) {
        await page.getByRole("link", { name, exact: true }).click();
        await arrive(`**tab=${name.toLowerCase()}*`);
      }

      await tap("Invest");
      await page.waitForURL("**/invest");
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
      await fits(page);
      await expect(page.getByRole("link", { name: /Buy stake/ }).count()).resolves.toBe(0);
      await tap(/Cask details/);
      await page.waitForURL("**/cask-information**");
      await page.getByText("Cost of ONE stake").waitFor();
      await expect(page.getByText("Locked").count()).resolves.toBeGreaterThan(0);
      await fits(page);
      await page.goto("/invest");
      await tap(/Activate Account/);
      await arrive("**product=joining-fee**");
      if (tab === "crypto") {
        await tap("Crypto");
        await page.getByRole("heading", { name: "Pay with crypto" }).waitFor();
        await fits(page);
      }
      await payAt(page, "paid");
      await page.waitForURL("**/payment-success**");
      await page.getByText("Joining fee successfully paid").waitFor();
      await look(page, javaScript);

      await tap("Continue");
      await page.waitForURL("**/invest");
      await tap(/Buy stake/);
      await page.waitForURL("**/stripe-secure**");
      if (tab === "crypto") await tap("Crypto");
      await page.getByRole("heading", { name: tab === "crypto" ? "Pay with crypto" : "Pay by bank card" }).waitFor();
      await fits(page);
      await payAt(page, "cancel");
      await page.waitForURL("**/payment-unsuccessful**");
      await page.getByText("You can still finish this payment").waitFor();
      await page.getByRole("button", { name: "Cancel this payment" }).click();
      // The page reloads until the provider has closed its session.
      await page.getByText("Nothing was charged").waitFor();
      await look(page, javaScript);
      await tap("Try again");
      await page.waitForURL(`**/stripe-secure?**tab=${tab}`);
      await payAt(page, "paid");
      await page.getByText("Stake added to your account").waitFor();
      await page.getByRole("link", { name: "Download PDF" }).waitFor();
      await look(page, javaScript);

      await page.goto("/wallet?tab=portfolio");
      await expect(page.locator('a[href^="/certificates/"]').count()).resolves.toBe(1);
      await fits(page);
      await page.goto("/wallet?tab=rewards&dialog=share");
      await fits(page);
      await page.goto("/settings");
      await fits(page);
      await page.getByRole("button", { name: "Logout" }).click();
      await page.waitForURL("**/#signed-out");
      await expect(page.getByText("You are logged out.").isVisible()).resolves.toBe(true);
      await page.goto("/wallet");
      expect(new URL(page.url()).pathname).toBe("/");
    });
  });
});
