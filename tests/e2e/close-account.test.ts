import { describe, expect, inject, it } from "vitest";
import { scripting } from "../support/effort";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { signInLargeHolder } from "./support/large-holder";
import { messagesTo, newCodeFor } from "./support/outbox";
import { signInByEmail } from "./support/sign-in";

// Closing an account, and changing a phone number, at phone size.

describe.each(scripting(true))("in Settings, JavaScript: %s", (javaScript) => {
  const options = { javaScript, expected: [/status of 4\d\d/] };

  it("a phone number is added by a code", async () => {
    const as = await signInByEmail(`adds-phone-${javaScript}@example.com`, "mode=sign-up");
    const phone = javaScript ? "9811100001" : "9811100002";
    await withPage({ ...options, as }, async (page) => {
      await page.goto("/settings");
      await page.getByRole("link", { name: "Add phone number" }).click();
      await page.waitForURL("**/phone-number");
      if (javaScript) await expectAccessible(page);
      await page.getByLabel("Phone number").fill("123");
      await page.getByRole("button", { name: /Send code/ }).click();
      await page.locator("[name=phone_number][aria-invalid=true]:focus").waitFor();
      await page.getByLabel("Phone number").fill(phone);
      const before = await messagesTo(phone);
      await page.getByRole("button", { name: /Send code/ }).click();
      await page.waitForURL("**/confirm-phone");
      if (javaScript) await expectAccessible(page);
      await page.getByLabel("Enter OTP").fill(await newCodeFor(phone, before));
      await page.getByRole("button", { name: "Verify" }).dblclick();
      // The second tap ends the load that the first one began, so there is no one load to wait for.
      await page.getByText(`+91 ${phone}`).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/settings");
      expect(await page.getByText(`+91 ${phone}`).count()).toBe(1);
    });
  });

  it("an account that holds stakes waits and is kept; given up, they wait for a week, and the link in the mail stops it", async () => {
    const as = await signInLargeHolder(`closes-${javaScript}`);
    await withPage({ ...options, as }, async (page) => {
      await page.goto("/settings");
      await page.getByRole("link", { name: "Close account" }).click();
      await page.waitForURL("**/close-account");
      expect(await page.getByRole("radio", { name: "Hold them" }).isChecked()).toBe(true);
      if (javaScript) await expectAccessible(page);
      const close = page.getByRole("button", { name: "Close my account" });
      await close.click();
      await page.locator("[name=understood][aria-invalid=true]:focus").waitFor();
      if (javaScript) await expectAccessible(page);
      await page.getByRole("checkbox").check();
      await close.click();
      await page.getByRole("button", { name: "Keep my account" }).waitFor();
      if (javaScript) await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
      await page.getByRole("button", { name: "Keep my account" }).click();
      await page.waitForURL("**/settings");
      await page.goto("/close-account");
      for (const name of ["Give them up"])
        for (const radio of await page.getByRole("radio", { name }).all()) await radio.check();
      await page.getByRole("checkbox").check();
      await close.dblclick();
      await page.getByRole("button", { name: "Keep my account" }).waitFor();
      expect(await page.getByText("Given up with it:").isVisible()).toBe(true);
      if (javaScript) await expectAccessible(page);
      await page.goto("/settings");
      await page.getByRole("link", { name: "See what that means, or keep it" }).waitFor();
      const mailbox = `large-closes-${javaScript}@example.com`;
      // The timer sends it.
      const told = async () => {
        await fetch(`${inject("sandboxOrigin")}/sandbox/tick`, { method: "POST" });
        return (await messagesTo(mailbox)).find(({ subject }) => subject === "Your account will be closed");
      };
      await expect.poll(told).toBeDefined();
      const link = /http:\S+\/stop\/\w+/.exec((await told())?.text ?? "")?.[0] ?? "";
      await page.context().clearCookies();
      await page.goto(link);
      if (javaScript) await expectAccessible(page);
      await page.getByRole("button", { name: "Keep this account" }).dblclick();
      await page.getByText("The account stays open").waitFor();
    });
  });
});
