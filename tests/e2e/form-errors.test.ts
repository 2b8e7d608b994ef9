import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bankTexts } from "~/content/bank-texts";
import { ageProof } from "./support/sql";
import { expectAccessible } from "./support/look-at";
import { withPage } from "./support/browser";
import { signInLargeHolder } from "./support/large-holder";
import { messagesTo, newCodeFor } from "./support/outbox";
import { signInByEmail } from "./support/sign-in";

// Every form that can refuse input: the first field in error has the focus, and each field names its error for screen
// readers.

/** Console messages this test expects: a form answered with 4xx. */
const REFUSED = [/status of 4\d\d/];

/** `messages`: one for each field in error, or one for all of them. */
async function expectErrors(page: Page, first: string, messages: string | readonly string[], javaScript: boolean) {
  await page.locator(`${first}[aria-invalid=true]:focus`).waitFor();
  const invalid = page.locator("[aria-invalid=true]");
  const count = await invalid.count();
  const expected = typeof messages === "string" ? Array.from({ length: count }, () => messages) : messages;
  expect(count).toBe(expected.length);
  for (const [index, message] of expected.entries()) {
    const ids = (await invalid.nth(index).getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(texts.join(" "), `what describes field ${index} of ${page.url()}`).toContain(message);
    // Above the form only what several fields share: one alone says it beside itself.
    const isAbove = ids.includes("form-error") || count > 1;
    expect(await page.getByRole("alert").filter({ hasText: message }).count()).toBe(isAbove ? 1 : 0);
  }
  if (javaScript) await expectAccessible(page);
}

/** Types more than the field allows. */
async function overfill(page: Page, field: string) {
  const input = page.locator(`[name=${field}]`);
  await input.evaluate((element) => element.removeAttribute("maxlength"));
  await input.fill("x".repeat(600));
}

const send = (page: Page, field: string) =>
  page
    .locator("form", { has: page.locator(`[name=${field}]`) })
    .getByRole("button")
    .click();

describe.each([true, false])("a form with errors, JavaScript: %s", (javaScript) => {
  const options = { javaScript, expected: REFUSED };

  it("focuses the first wrong field and names each error: get-started and enter-OTP", async () => {
    const email = `errors-${javaScript}@example.com`;
    await withPage(options, async (page) => {
      for (const [field, message] of [
        ["email", "Enter your email address."],
        ["phone_number", "Enter your phone number."],
      ] as const) {
        await page.goto("/get-started?mode=login");
        await send(page, field);
        await expectErrors(page, `[name=${field}]`, message, javaScript);
      }
      await page.goto("/get-started?mode=login");
      await page.locator("[name=email]").fill(email);
      await send(page, "email");
      await page.waitForURL("**/enter-OTP");
      const code = await newCodeFor(email);
      await page.getByRole("button", { name: "Verify" }).click();
      await expectErrors(page, "#digit-1", "Please enter the complete 6-digit OTP.", javaScript);
      const wrong = code === "111111" ? "222222" : "111111";
      for (const [index, digit] of [...wrong].entries()) await page.locator("[name=digit]").nth(index).fill(digit);
      await page.getByRole("button", { name: "Verify" }).click();
      await expectErrors(page, "#digit-1", "Invalid OTP. Please try again.", javaScript);
    });
  });

  it("focuses the first wrong field and names each error: personal details, code for a new address, bank details", async () => {
    const as = await signInByEmail(`errors-profile-${javaScript}@example.com`);
    const another = `errors-new-${javaScript}@example.com`;
    await withPage({ ...options, as }, async (page) => {
      await page.goto("/personal-details");
      await page.locator("[name=email]").fill("nonsense");
      await send(page, "email");
      await expectErrors(page, "[name=email]", "Enter an email address like name@example.com.", javaScript);
      await page.locator("[name=email]").fill(another);
      const before = await messagesTo(another);
      await send(page, "email");
      await page.waitForURL(/\/confirm-contact\b/);
      const code = await newCodeFor(another, before);
      await page.locator("[name=otp]").fill(code === "111111" ? "222222" : "111111");
      await send(page, "otp");
      await expectErrors(page, "[name=otp]", "Invalid OTP. Please try again.", javaScript);

      await page.goto("/bank-details");
      for (const field of ["bank_name", "branch_address"]) await overfill(page, field);
      await send(page, "bank_name");
      await expectErrors(page, "[name=bank_name]", [bankTexts.tooLong(120), bankTexts.tooLong(500)], javaScript);
    });
  });
});

describe("the sheet of a withdrawal over the wallet", () => {
  it("with an old login leads to the code first, and then comes by itself", async () => {
    const as = await signInLargeHolder("stale");
    const email = "large-stale@example.com";
    await ageProof(email);
    await withPage({ as }, async (page) => {
      const before = await messagesTo(email);
      await page.goto("/wallet?tab=portfolio", { waitUntil: "networkidle" });
      await page.locator("a[data-sheet]").first().click();
      await page.waitForURL("**/confirm-code?to=/wallet*");
      await page.getByRole("button", { name: "Send code" }).click();
      await page.waitForURL("**/enter-OTP");
      await page
        .locator("input[name=digit]")
        .first()
        .fill(await newCodeFor(email, before));
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL(/dialog=withdraw/);
      await page.getByRole("button", { name: "Confirm Request" }).waitFor();
    });
  });

  it("stays open when it is refused, with what was typed, and the wallet says what became of it once it is sent", async () => {
    const as = await signInLargeHolder("over");
    await withPage({ as, expected: REFUSED }, async (page) => {
      await page.goto("/wallet?tab=portfolio", { waitUntil: "networkidle" });
      await page.locator("a[data-sheet]").first().click();
      const sheet = page.getByRole("dialog");
      await sheet.locator("[name=holder_name]").fill("Asha Rao");
      await sheet.locator("[name=ifsc_code]").fill("");
      await sheet.locator("[name=bank_name]").fill("");
      await sheet.getByRole("button", { name: "Confirm Request" }).click();
      await expectErrors(page, "[name=bank_name]", ["Enter the bank name.", "Enter the IFSC code."], true);
      expect(await sheet.locator("[name=holder_name]").inputValue()).toBe("Asha Rao");
      expect(await page.getByRole("heading", { name: "Wallet" }).isVisible()).toBe(true);
      await sheet.locator("[name=bank_name]").fill("Sample Bank");
      await sheet.locator("[name=ifsc_code]").fill("SAMP0123456");
      await sheet.getByRole("button", { name: "Confirm Request" }).click();
      const toast = page.getByRole("status").filter({ hasText: "Requested." });
      expect((await toast.boundingBox())?.height, "one line").toBeLessThanOrEqual(48);
      expect(await sheet.count()).toBe(0);
    });
  });
});
