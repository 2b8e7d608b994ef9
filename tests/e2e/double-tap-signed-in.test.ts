// Two taps on each form of somebody signed in: where one tap would have led, and what was sent counts once.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { ageProof } from "./support/age-proof";
import { withPage } from "./support/browser";
import { arrive, fillInCode, slowDown, TAPS, tapTwice } from "./support/double-tap";
import type { HttpJourney } from "./support/http-journey";
import { signInLargeHolder } from "./support/large-holder";
import { messagesTo, newCodeFor } from "./support/outbox";
import { signInByEmail } from "./support/sign-in";

const { quick, hasty } = TAPS;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const noAlert = async (page: Page) => expect(await page.locator("[role=alert]").allInnerTexts()).toEqual([]);

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  const someone = (name: string) => `tapped-${name}-${javaScript ? "with" : "without"}@example.com`;
  const on = (as: HttpJourney | undefined, path: string, work: (page: Page) => Promise<void>) =>
    withPage({ javaScript, ...(as && { as }) }, async (page) => {
      await page.goto(path);
      await slowDown(page, quick.latencyMs);
      await work(page);
    });

  it("on Save of personal details save them", async () => {
    await on(await signInByEmail(someone("personal")), "/personal-details", async (page) => {
      await page.locator("input[name=full_name]").fill("Asha Rao");
      await page.locator("textarea[name=address]").fill("1 Bond Street, 560001");
      await tapTwice(page, button(page, "Save"), quick.apartMs);
      await arrive(page, "/settings");
      await page.getByText("Asha Rao").waitFor();
      await noAlert(page);
    });
  });

  it("on Save of a new address, and on its Verify, send one code and change it", async () => {
    const after = someone("address-after");
    await on(await signInByEmail(someone("address")), "/personal-details", async (page) => {
      await page.locator("input[name=email]").fill(after);
      await tapTwice(page, button(page, "Save"), hasty.apartMs);
      await arrive(page, "/confirm-email");
      await page.locator("input[name=otp]").fill(await newCodeFor(after));
      expect(await messagesTo(after)).toHaveLength(1);
      await tapTwice(page, button(page, "Verify"), hasty.apartMs);
      await arrive(page, "/settings");
      await page.getByText(after).waitFor();
      await noAlert(page);
    });
  });

  it("on Save of bank details save them", async () => {
    await on(await signInByEmail(someone("bank")), "/bank-details", async (page) => {
      await page.locator("input[name=holder_name]").fill("Asha Rao");
      await page.locator("input[name=bank_name]").fill("HDFC Bank");
      await page.locator("input[name=ifsc_code]").fill("HDFC0001234");
      await page.locator("input[name=account_number]").fill("50100123456789");
      await tapTwice(page, button(page, "Save"), quick.apartMs);
      await arrive(page, "/settings");
      await page.getByText("•••• 6789").waitFor();
      await noAlert(page);
    });
  });

  it("on the withdrawal, then on its Cancel, request it once and take it back once", async () => {
    const holder = await signInLargeHolder(`taps${javaScript ? "js" : "plain"}`);
    await on(holder, "/wallet?tab=portfolio&dialog=withdraw", async (page) => {
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
      await tapTwice(page, cancels.getByRole("button"), hasty.apartMs);
      await expect.poll(() => cancels.count(), { timeout: 15_000 }).toBe(0);
      await page.waitForLoadState();
      await noAlert(page);
    });
  });

  it("on Request access lead to signing up, or to the wallet", async () => {
    await on(undefined, "/", async (page) => {
      await tapTwice(page, button(page, "Request access").first(), quick.apartMs);
      await arrive(page, "/get-started?mode=sign-up");
    });
    await on(await signInByEmail(someone("access")), "/", async (page) => {
      const access = page.getByRole("button", { name: "Request access", exact: true });
      if ((await access.count()) === 0) return;
      await tapTwice(page, access.first(), quick.apartMs);
      await arrive(page, "/wallet");
    });
  });

  it("on Logout sign out, which the landing page says", async () => {
    await on(await signInByEmail(someone("logout")), "/settings", async (page) => {
      await tapTwice(page, button(page, "Logout"), quick.apartMs);
      await arrive(page, "/#signed-out");
      await page.getByText("You are signed out.").waitFor({ state: "visible" });
    });
  });

  it("on Proceed to payment lead to one checkout", async () => {
    await on(await signInByEmail(someone("fee")), "/stripe-secure?product=joining-fee", async (page) => {
      await tapTwice(page, button(page, "Proceed to payment").first(), hasty.apartMs);
      await expect.poll(() => new URL(page.url()).origin, { timeout: 15_000 }).toBe(inject("sandboxOrigin"));
      const checkout = page.url();
      await page.waitForTimeout(1000);
      expect(page.url()).toBe(checkout);
      await page.goto(`${inject("origin")}/stripe-secure?product=joining-fee`);
      await button(page, "Proceed to payment").first().click();
      await expect.poll(() => page.url(), { timeout: 15_000 }).toBe(checkout);
    });
  });

  it("on Send code, and on Verify, of a step that needs a fresh code send one and go on", async () => {
    const email = someone("fresh");
    const as = await signInByEmail(email);
    await ageProof(email);
    const before = await messagesTo(email);
    await on(as, "/confirm-code?next=bank-details", async (page) => {
      await tapTwice(page, button(page, "Send code"), hasty.apartMs);
      await arrive(page, "/enter-OTP");
      await fillInCode(page, await newCodeFor(email, before));
      expect(await messagesTo(email)).toHaveLength(before.length + 1);
      await tapTwice(page, button(page, "Verify"), hasty.apartMs);
      await arrive(page, "/bank-details");
      await page.locator("input[name=account_number]").waitFor();
    });
  });

  it("on Send code for a phone number, and on its Verify, send one code and save it", async () => {
    const phone = javaScript ? "9811100011" : "9811100012";
    await on(await signInByEmail(someone("phone")), "/phone-number", async (page) => {
      await page.locator("input[name=phone_number]").fill(phone);
      await tapTwice(page, button(page, "Send code by text message"), hasty.apartMs);
      await arrive(page, "/confirm-phone");
      await page.locator("input[name=otp]").fill(await newCodeFor(phone));
      expect(await messagesTo(phone)).toHaveLength(1);
      await tapTwice(page, button(page, "Verify"), hasty.apartMs);
      await arrive(page, "/settings");
      await page.getByText(phone).waitFor();
      await noAlert(page);
    });
  });

  it("on Close my account close it, which the landing page says", async () => {
    await on(await signInByEmail(someone("closed")), "/close-account", async (page) => {
      await page.locator("input[name=understood]").check();
      await tapTwice(page, button(page, "Close my account"), quick.apartMs);
      await arrive(page, "/#account-closed");
    });
  });
});
