import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { HttpJourney } from "./support/http-journey";
import { messagesTo, newCodeFor } from "./support/outbox";

describe("signing in without JavaScript and without a browser", () => {
  it("shows a wrong code as an error and stays on the page", async () => {
    const journey = new HttpJourney();
    await journey.visit("/get-started?mode=login");
    await journey.submit({ email: "bob@dunnage.test" });
    const code = await newCodeFor("bob@dunnage.test");
    await journey.submit({ digit: [...(code === "000000" ? "000001" : "000000")] }, { button: "Verify" });
    expect(journey.at.status).toBe(400);
    expect(journey.at.text).toContain("Invalid OTP. Please try again.");
  });
});

describe.each([true, false])("signing in with a browser, JavaScript: %s", (javaScript) => {
  it("leads from the landing page to the wallet", async () => {
    const email = `carol-${javaScript}@dunnage.test`;
    await withPage({ javaScript }, async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Request access" }).first().click();
      await page.waitForURL("**/get-started?mode=sign-up");
      await page.getByLabel(/email/i).fill(email);
      const before = await messagesTo(email);
      await page
        .locator("form", { has: page.getByLabel(/email/i) })
        .getByRole("button")
        .click();
      await page.waitForURL("**/enter-OTP");
      if (javaScript) await expectAccessible(page);
      const boxes = page.locator("input[name=digit]");
      for (const [index, digit] of [...(await newCodeFor(email, before))].entries()) await boxes.nth(index).fill(digit);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
    });
  });
});
