import { describe, expect, it } from "vitest";
import { legalLinks } from "~/content/company";
import { withPage } from "./support/browser";
import { newCodeFor } from "./support/outbox";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What only a browser can show: focus, storage, colour and width.

/** Whether a colour has no hue and is far from white. */
function isGrey(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return red === green && green === blue && red >= 100 && red <= 240 && colour.startsWith("rgb(");
}

describe("the code boxes", () => {
  it("take digits only, move on after each one, and move back on Backspace, clearing the box", async () => {
    await withPage({}, async (page) => {
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill("boxes@example.com");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/enter-OTP");
      const values = () =>
        page
          .locator("input[name=digit]")
          .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join("|"));
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await page.locator("#digit-1").click();
      await page.keyboard.type("1x2");
      expect([await values(), await focused()]).toEqual(["1|2||||", "digit-3"]);
      await page.keyboard.press("Backspace");
      expect([await values(), await focused()]).toEqual(["1|2||||", "digit-2"]);
      await page.keyboard.press("Backspace");
      expect([await values(), await focused()]).toEqual(["1|||||", "digit-1"]);
    });
  });

  it("read a code in the digits of another script, pasted into the first box", async () => {
    const email = "digits@example.com";
    await withPage({}, async (page) => {
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill(email);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/enter-OTP");
      const code = (await newCodeFor(email)).replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)));
      await page.locator("#digit-1").focus();
      await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
    });
  });
});

it("bank details are saved by the first tap, though what was typed last looks unlikely", async () => {
  const as = await signInByEmail("unlikely@example.com");
  await withPage({ as }, async (page) => {
    await page.goto("/bank-details");
    const save = page.getByRole("button", { name: "Save" });
    for (const name of ["ifsc-code", "account-number"]) {
      const field = page.locator(`#field-${name}`);
      const [doubt, before] = [page.getByText("if it is right, carry on."), await save.boundingBox()];
      await field.fill("12");
      await field.blur();
      await doubt.filter({ visible: true }).waitFor();
      expect(await save.boundingBox(), name).toEqual(before);
      await field.fill("");
      await field.blur();
      expect(await doubt.filter({ visible: true }).count()).toBe(0);
    }
    await page.locator("#field-account-number").fill("12");
    await save.click();
    await page.waitForURL("**/settings");
  });
});

it("the wallet in the browser keeps the chosen tab in local storage as selectedTab, restores it where the cookie is lost, and keeps it in both", async () => {
  const as = await signInByEmail(demoLogins.investor);
  await withPage({ as }, async (page) => {
    const stored = () => page.evaluate(() => localStorage.getItem("selectedTab"));
    await page.goto("/wallet?tab=tokens");
    await expect.poll(stored).toBe("tokens");
    const tokens = page.getByRole("heading", { name: "How you earn tokens" });
    await page.context().clearCookies({ name: "wallet-tab" });
    await page.goto("/wallet");
    await page.waitForURL("**/wallet?tab=tokens");
    await tokens.waitFor();
    await page.goto("/wallet", { waitUntil: "networkidle" });
    expect(new URL(page.url()).search).toBe("");
    expect(await tokens.isVisible()).toBe(true);
    await page.evaluate(() => localStorage.setItem("selectedTab", "elsewhere"));
    await page.context().clearCookies({ name: "wallet-tab" });
    await page.goto("/wallet", { waitUntil: "networkidle" });
    expect(new URL(page.url()).search).toBe("");
    await expect.poll(stored).toBe("portfolio");
    expect(new URL(page.url()).search).toBe("");
  });
});

describe("the layout", () => {
  it("is a column of at most 375 px, black on legal pages and white elsewhere", async () => {
    const as = await signInByEmail(demoLogins.newcomer);
    await withPage({ as, width: 1280 }, async (page) => {
      const white = ["/", "/create-account", "/get-started", "/invest", "/wallet", "/settings", "/personal-details"];
      for (const [path, colour] of [
        ...white.map((path) => [path, "rgb(255, 255, 255)"] as const),
        ...legalLinks.map(({ href }) => [href, "rgb(0, 0, 0)"] as const),
      ]) {
        await page.goto(path);
        expect(new URL(page.url()).pathname).toBe(path);
        const column = page.locator("main").locator("xpath=..");
        expect((await column.boundingBox())?.width, path).toBe(375);
        expect(await column.evaluate((element) => getComputedStyle(element).backgroundColor), path).toBe(colour);
      }
    });
  });

  it("has a tab bar with Invest, Holdings and Settings on three screens, grey before activation and white after", async () => {
    const colours: Record<string, string[]> = {};
    for (const login of [demoLogins.newcomer, demoLogins.investor]) {
      const as = await signInByEmail(login);
      await withPage({ as }, async (page) => {
        for (const path of ["/invest", "/wallet", "/settings"]) {
          await page.goto(path);
          const bar = page.getByRole("navigation", { name: "Main" });
          const links = await bar
            .getByRole("link")
            .evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute("href")}`));
          expect(links).toEqual(["Invest /invest", "Holdings /wallet", "Settings /settings"]);
          (colours[login] ??= []).push(await bar.evaluate((element) => getComputedStyle(element).backgroundColor));
        }
        for (const path of ["/personal-details", "/bank-details", "/stripe-secure?product=joining-fee"]) {
          await page.goto(path);
          expect(await page.getByRole("navigation", { name: "Main" }).count(), path).toBe(0);
        }
      });
    }
    const [white, grey] = ["rgb(255, 255, 255)", expect.toSatisfy(isGrey, "is grey")];
    expect(colours).toEqual({
      [demoLogins.newcomer]: [grey, grey, white],
      [demoLogins.investor]: [white, white, white],
    });
  });
});
