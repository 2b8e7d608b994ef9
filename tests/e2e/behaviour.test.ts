import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What only a browser can show: focus, storage, clipboard, colour and width.

describe("the code boxes", () => {
  it("take digits only, move on, and Backspace clears the box and moves back", async () => {
    await withPage({}, async (page) => {
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill("boxes@example.com");
      await page
        .locator("form", { has: page.locator("input[name=email]") })
        .getByRole("button")
        .click();
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
});

describe("the wallet in the browser", () => {
  it("keeps the chosen tab in local storage as selectedTab and restores it", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as }, async (page) => {
      await page.goto("/wallet");
      await page.getByRole("link", { name: "Tokens", exact: true }).click();
      await page.waitForURL("**tab=tokens*");
      await expect.poll(() => page.evaluate(() => localStorage.getItem("selectedTab"))).toBe("tokens");
      await page.goto("/wallet");
      await page.getByRole("heading", { name: "How you earn tokens" }).waitFor();
    });
  });

  it("copies the share link and says 'Copied!' for two seconds, where the device cannot share by itself", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as }, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "share", { value: undefined, configurable: true });
      });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/wallet?tab=rewards&dialog=share");
      await page.getByRole("button", { name: "Copy Link" }).click();
      await page.getByText("Copied!").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/get-started\?ref=\w+$/);
      await page
        .getByText("Copied!")
        .waitFor({ state: "detached", timeout: 5000 })
        .catch(() => undefined);
      expect(await page.getByRole("button", { name: "Copy Link" }).count()).toBe(1);
    });
  });
});

describe("a session that has ended elsewhere", () => {
  it("leads to the landing page, which says so, and the browser keeps nothing", async () => {
    const as = await signInByEmail("ended@example.com");
    await withPage({ as }, async (page) => {
      await page.goto("/wallet?tab=tokens");
      await expect.poll(() => page.evaluate(() => localStorage.getItem("selectedTab"))).toBe("tokens");
      await as.visit("/settings");
      await as.submit({}, { button: "Logout" });
      await page.goto("/wallet");
      await page.waitForURL("**/#session-expired");
      expect(await page.getByText("Your session has expired. Please log in again.").isVisible()).toBe(true);
      expect(await page.getByText("You are signed out.").isVisible()).toBe(false);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
    });
  });
});

describe("the layout", () => {
  it("is a column of at most 375 px, on white or, for legal pages, on black", async () => {
    await withPage({ width: 1280 }, async (page) => {
      for (const [path, colour] of [
        ["/", "rgb(255, 255, 255)"],
        ["/privacy-policy", "rgb(0, 0, 0)"],
      ] as const) {
        await page.goto(path);
        const column = page.locator("main").locator("xpath=..");
        expect((await column.boundingBox())?.width, path).toBeLessThanOrEqual(377);
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
        await page.goto("/personal-details");
        expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
      });
    }
    const [white, grey] = ["rgb(255, 255, 255)", "rgb(230, 224, 213)"];
    expect(colours).toEqual({
      [demoLogins.newcomer]: [grey, grey, white],
      [demoLogins.investor]: [white, white, white],
    });
  });
});
