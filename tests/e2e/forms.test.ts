import { describe, expect, it } from "vitest";
import { ageProof } from "./support/age-proof";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";
import { messagesTo, newCodeFor } from "./support/outbox";

// Each form in Chromium with JavaScript off: errors appear in the page and keep what was typed; valid input is
// accepted.

const off = { javaScript: false, expected: [/status of 4\d\d/] };

describe("without JavaScript", () => {
  it("personal details, bank details and logout work", async () => {
    const as = await signInByEmail("forms-profile@example.com");
    await withPage({ ...off, as }, async (page) => {
      await page.goto("/personal-details");
      await page.locator("textarea[name=address]").fill("Kept address");
      await page.locator("input[name=email]").fill("not an address");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("input[name=email][aria-invalid=true]").waitFor();
      expect(await page.locator("textarea[name=address]").inputValue()).toBe("Kept address");
      expect(await page.locator("input[name=email]").inputValue()).toBe("not an address");
      await page.locator("input[name=email]").fill("forms-profile@example.com");
      await page.locator("input[name=full_name]").fill("The name of a person from the left");
      await page.locator("textarea[name=address]").fill("House 1\nPIN 560001");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/settings");
      await page.getByText("User updated successfully!").waitFor();
      await page.goto("/settings");
      expect(await page.getByText("User updated successfully!").count()).toBe(0);

      await page.goto("/bank-details");
      // The format is not checked: what looks unlikely gets a hint, never a refusal.
      await page.locator("input[name=holder_name]").fill("Asha Rao");
      await page.locator("input[name=bank_name]").fill("Sample Bank");
      await page.locator("input[name=ifsc_code]").fill("whatever it is");
      await page.locator("input[name=account_number]").fill("123456789012");
      await page.locator("textarea[name=branch_address]").fill("Main branch");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/settings");
      await page.getByText("•••• 9012").waitFor();
      expect(await page.content()).not.toContain("123456789012");
      await page.getByRole("button", { name: "Logout" }).click();
      await page.waitForURL("**/#signed-out");
    });
  });

  it("confirm-code sends a code on request, refuses too many and wrong ones, and leads on after the right one", async () => {
    const email = "forms-confirm@example.com";
    const as = await signInByEmail(email);
    await ageProof(email);
    await withPage({ ...off, as }, async (page) => {
      const before = await messagesTo(email);
      await page.goto("/bank-details");
      await page.waitForURL("**/confirm-code?next=bank-details");
      expect(await messagesTo(email)).toEqual(before);
      const send = page.getByRole("button", { name: "Send code" });
      await send.click();
      await page.waitForURL("**/enter-OTP");
      const code = await newCodeFor(email, before);
      await page.getByRole("link", { name: "Back" }).click();
      await page.waitForURL("**/confirm-code?next=bank-details");
      // The same again within half a minute leads to the code that is on its way.
      await send.click();
      await page.waitForURL("**/enter-OTP");
      expect(await messagesTo(email)).toHaveLength(before.length + 1);
      const enter = async (typed: string) => {
        await page.locator("input[name=digit]").first().fill(typed);
        await page.getByRole("button", { name: "Verify" }).click();
      };
      await enter(code === "111111" ? "222222" : "111111");
      await page.getByText("Invalid OTP. Please try again.").first().waitFor();
      await enter(code);
      await page.waitForURL("**/bank-details");
      await page.locator("input[name=account_number]").waitFor();
    });
  });

  it("withdrawal keeps what was typed when fields are missing, and records a complete request once", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ ...off, as }, async (page) => {
      await page.goto("/wallet?tab=portfolio&dialog=withdraw");
      await page.locator("input[name=holder_name]").fill("Meera Vaidyan");
      await page.getByRole("button", { name: "Confirm Request" }).click();
      await page.getByText("Please fill in all bank details.").first().waitFor();
      expect(await page.locator("input[name=holder_name]").inputValue()).toBe("Meera Vaidyan");
      await page.locator("input[name=bank_name]").fill("Sample Bank");
      await page.locator("input[name=ifsc_code]").fill("SAMP0123456");
      await page.locator("input[name=account_number]").fill("000123456789");
      await page.getByRole("button", { name: "Confirm Request" }).click();
      await page.waitForURL(/\/wallet/);
      await page.getByText("in progress").first().waitFor();
      expect(await page.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(0);
    });
  });
});
