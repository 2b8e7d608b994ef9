import { describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { goBack } from "./support/go-back";
import { messagesTo, newCodeFor } from "./support/outbox";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Who has signed in is not sent back to the pages one signs in with.

describe.each(scripting(true))("after a login, JavaScript: %s", (javaScript) => {
  it("Back never ends at a form to log in, and Request access leads to the wallet", async () => {
    const email = `back-${javaScript}@dunnage.test`;
    await withPage({ javaScript }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByLabel(/email/i).fill(email);
      const before = await messagesTo(email);
      await page.getByRole("button", { name: "Send code by email" }).click();
      await page.waitForURL("**/enter-OTP");
      await page
        .locator("input[name=digit]")
        .first()
        .fill(await newCodeFor(email, before));
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
      const places: string[] = [];
      for (let back = 0; back < 3; back++) {
        await goBack(page);
        const { pathname } = new URL(page.url());
        places.push(pathname);
        expect(await page.getByLabel(/email/i).count()).toBe(0);
        if (javaScript) await expectAccessible(page);
      }
      expect(places).toEqual(["/wallet", "/get-started", "/"]);
      await page.getByRole("button", { name: "Request access" }).first().click();
      await page.waitForURL("**/wallet");
    });
  });
});

describe("a session that ended in another tab", () => {
  it("is told at the next tap, in either tab", async () => {
    const journey = await signInByEmail(demoLogins.newcomer);
    await withPage({ as: journey, expected: [/status of 401|status of 204|503|ERR_FAILED/] }, async (page) => {
      await page.goto("/wallet");
      const other = await page.context().newPage();
      await other.goto("/settings");
      await other.getByRole("button", { name: "Log out everywhere" }).click();
      await other.waitForURL("**/#signed-out-everywhere");
      expect(await other.getByText("You are signed out on all devices.").isVisible()).toBe(true);
      await page.getByRole("link", { name: "Invest" }).click();
      await page.waitForURL("**/#session-expired");
      expect(await page.getByText("Your session has expired. Please log in again.").isVisible()).toBe(true);
    });
  });
});
