import { describe, expect, it } from "vitest";
import { ageProof } from "./support/age-proof";
import { withPage } from "./support/browser";
import { invitationBy } from "./support/invitation";
import { demoLogins, signInByEmail } from "./support/sign-in";
import { messagesTo, newCodeFor } from "./support/outbox";

// Each form in Chromium with JavaScript off: errors appear in the page and keep what was typed; valid input is
// accepted.

const off = { javaScript: false, expected: [/status of 4\d\d/] };

describe("without JavaScript", () => {
  it("get-started takes an email address or a phone number", async () => {
    const code = await invitationBy(await signInByEmail(demoLogins.investor));
    await withPage(off, async (page) => {
      for (const [field, wrong, problem] of [
        ["email", "not an address", "Enter an email address like name@example.com."],
        ["phone_number", "12345", "Enter the 10 digits of your phone number, without +91."],
      ] as const) {
        await page.goto(`/get-started?mode=sign-up&ref=${code}`);
        const form = page.locator("form", { has: page.locator(`input[name=${field}]`) });
        await form.locator(`input[name=${field}]`).fill(wrong);
        await form.getByRole("button").click();
        await page.getByText(problem).first().waitFor();
        const input = page.locator(`input[name=${field}]`);
        expect(await input.inputValue()).toBe(wrong);
        expect(await input.getAttribute("aria-invalid")).toBe("true");
        expect(await page.locator("input[name=ref]").first().inputValue()).toBe(code);
      }
    });
  });

  it("enter-OTP handles an incomplete, a wrong, a resent and the right code", async () => {
    await withPage(off, async (page) => {
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill("forms@example.com");
      await page
        .locator("form", { has: page.locator("input[name=email]") })
        .getByRole("button")
        .click();
      const code = await newCodeFor("forms@example.com");
      const enter = async (digits: string) => {
        for (const [index, digit] of [...digits].entries())
          await page.locator("input[name=digit]").nth(index).fill(digit);
        await page.getByRole("button", { name: "Verify" }).click();
      };
      await enter(code.slice(0, 4));
      await page.getByText("Please enter the complete 6-digit OTP.").first().waitFor();
      await enter(code === "111111" ? "222222" : "111111");
      await page.getByText("Invalid OTP. Please try again.").first().waitFor();
      const before = await messagesTo("forms@example.com");
      await page.getByRole("button", { name: "Resend OTP" }).click();
      await page.waitForLoadState();
      // No other code is sent within half a minute, and the page says so; the first one still works.
      const [newest] = (await messagesTo("forms@example.com")).filter(({ id }) => !before.some((one) => one.id === id));
      await enter(newest?.code ?? code);
      await page.waitForURL("**/wallet");
    });
  });

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

  it("confirm-email handles an incomplete, a wrong, a resent and the right code", async () => {
    const [before, after] = ["forms-change@example.com", "forms-changed@example.org"];
    const as = await signInByEmail(before);
    await withPage({ ...off, as }, async (page) => {
      await page.goto("/personal-details");
      await page.locator("input[name=email]").fill(after);
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/confirm-email");
      const code = await newCodeFor(after);
      const enter = async (typed: string) => {
        await page.locator("input[name=otp]").fill(typed);
        await page.getByRole("button", { name: "Verify" }).click();
      };
      await enter(code.slice(0, 4));
      await page.getByText("Please enter the complete 6-digit OTP.").first().waitFor();
      await enter(code === "111111" ? "222222" : "111111");
      await page.getByText("Invalid OTP. Please try again.").first().waitFor();
      // No other code is sent within half a minute, and the page says so; the first one still works.
      await page.getByRole("button", { name: "Resend OTP" }).click();
      await page.getByText("A code was requested too often.").first().waitFor();
      expect(await messagesTo(after)).toHaveLength(1);
      await enter(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.waitForURL("**/settings");
      await page.getByText("User updated successfully!").waitFor();
      await page.goto("/personal-details");
      expect(await page.locator("input[name=email]").inputValue()).toBe(after);
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
