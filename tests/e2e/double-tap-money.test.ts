// Two taps where money is held, asked for or stopped: it is held, asked for and stopped once, and the visitor is told so.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { withPage } from "./support/browser";
import { arrive, slowDown, TAPS, tapTwice } from "./support/double-tap";
import type { HttpJourney } from "./support/http-journey";
import { LARGE_AMOUNT, signInLargeHolder } from "./support/large-holder";
import { messagesTo } from "./support/outbox";

const { hasty } = TAPS;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const noAlert = async (page: Page) => expect(await page.locator("[role=alert]").allInnerTexts()).toEqual([]);
const mailsAbout = async (to: string, subject: string) =>
  (await messagesTo(to)).filter((message) => message.subject.startsWith(subject));

/** What the timer does each minute: mails about withdrawals wait for it. */
async function mailed(to: string, subject: string) {
  const tick = await fetch(`${inject("sandboxOrigin")}/sandbox/tick`, { method: "POST" });
  expect(tick.ok).toBe(true);
  await expect.poll(() => mailsAbout(to, subject), { timeout: 20_000 }).toHaveLength(1);
  return (await mailsAbout(to, subject))[0]?.text ?? "";
}

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  const idOf = (name: string) => `tapped_${name}_${javaScript ? "js" : "plain"}`;
  const on = (as: HttpJourney | undefined, path: string, work: (page: Page) => Promise<void>) =>
    withPage({ javaScript, ...(as && { as }) }, async (page) => {
      await page.goto(path);
      await slowDown(page, hasty.latencyMs);
      await work(page);
    });

  it("on Proceed to payment for a cask hold one stake at one checkout, and on its Cancel give it back", async () => {
    await on(await signInLargeHolder(idOf("buys")), "/invest", async (page) => {
      const offer = await page.locator('a[href^="/stripe-secure?cask="]').first().getAttribute("href");
      await page.goto(offer ?? "");
      await tapTwice(page, button(page, "Proceed to payment").first(), hasty.apartMs);
      await expect.poll(() => new URL(page.url()).origin, { timeout: 15_000 }).toBe(inject("sandboxOrigin"));
      const checkout = page.url();
      await page.waitForTimeout(1000);
      expect(page.url()).toBe(checkout);

      await page.goto(`${inject("origin")}/wallet?tab=portfolio`);
      const cancels = button(page, /^Cancel the payment of/);
      await cancels.first().waitFor();
      // Each open payment holds one stake.
      expect(await cancels.count()).toBe(1);
      await tapTwice(page, button(page, /^Finish the payment of/), hasty.apartMs);
      await expect.poll(() => page.url(), { timeout: 15_000 }).toBe(checkout);

      await page.goto(`${inject("origin")}/wallet?tab=portfolio`);
      await tapTwice(page, cancels, hasty.apartMs);
      const over = page.getByText("Nothing was charged, and no stake is held for you any more.");
      await over.waitFor({ timeout: 30_000 });
      expect(new URL(page.url()).pathname).toBe("/payment-unsuccessful");
      await noAlert(page);
      await page.goto("/wallet?tab=portfolio");
      expect(await cancels.count()).toBe(0);
    });
  });

  it("on the withdrawal of the balance request it once, and on the button behind its mail's link stop it once", async () => {
    const id = idOf("withdraws");
    const email = `large-${id}@example.com`;
    await on(await signInLargeHolder(id), "/wallet?tab=portfolio&dialog=withdraw&of=balance", async (page) => {
      await page.getByText(LARGE_AMOUNT).first().waitFor();
      await page.locator("input[name=holder_name]").fill("Asha Rao");
      await page.locator("input[name=bank_name]").fill("HDFC Bank");
      await page.locator("input[name=ifsc_code]").fill("HDFC0001234");
      await page.locator("input[name=account_number]").fill("50100123456789");
      await tapTwice(page, button(page, "Confirm Request"), hasty.apartMs);
      await arrive(page, "/wallet?tab=portfolio");
      const cancels = page.locator("form", { has: page.locator("input[value=cancel-withdrawal]") });
      await cancels.first().waitFor();
      expect(await cancels.count()).toBe(1);
      await noAlert(page);
    });

    const link = /\/withdrawals\/stop\/\w+/.exec(await mailed(email, "Withdrawal requested"))?.[0] ?? "";
    await on(undefined, link, async (page) => {
      await tapTwice(page, button(page, "Stop this withdrawal"), hasty.apartMs);
      await page.getByRole("heading", { name: "The withdrawal is stopped" }).waitFor({ timeout: 15_000 });
      await arrive(page, link);
      await noAlert(page);
    });
    expect(await mailed(email, "Withdrawal cancelled")).toContain("It was stopped by the link in a message about it.");
    expect(await mailsAbout(email, "Withdrawal requested")).toHaveLength(1);
  });
});
