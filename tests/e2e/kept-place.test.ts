import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { goBack, withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { newCodeFor } from "./support/outbox";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Focus, scroll and Back: who comes back finds the place where they left, and what they typed.

let investor: HttpJourney;
beforeAll(async () => void (investor = await signInByEmail(demoLogins.investor)));

const scroll = (page: Page) => page.evaluate(() => Math.round(scrollY));

describe.each(scripting(true))("the place is kept, JavaScript: %s", (javaScript) => {
  it("from the filtered list to a cask and back: filter and scroll", async () => {
    await withPage({ as: investor, javaScript }, async (page) => {
      await page.goto("/invest");
      await page.getByRole("link", { name: "Whisky", exact: true }).click();
      await page.waitForURL("**/invest?kind=whisky");
      const details = page.getByRole("link", { name: "Cask details" }).last();
      await details.scrollIntoViewIfNeeded();
      const before = await scroll(page);
      expect(before).toBeGreaterThan(0);
      await details.press("Enter");
      await page.waitForURL("**/cask-information?*");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => scroll(page)).toBe(0);
      await goBack(page);
      await page.waitForURL("**/invest?kind=whisky");
      await expect.poll(() => scroll(page)).toBe(before);
    });
  });

  it("marks the row that an email links to", async () => {
    await withPage({ as: investor, javaScript }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      const ids = await page.locator("main li[id^=pay_]").evaluateAll((rows) => rows.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(1);
      await page.goto("/settings");
      await page.goto(`/wallet?tab=portfolio#${ids.at(-1)}`);
      const row = page.locator("li:target");
      expect(await row.getAttribute("id")).toBe(ids.at(-1));
      expect(await row.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(243, 227, 211)");
      await expect
        .poll(() => row.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight))
        .toBe(true);
    });
  });
});

describe.each([true, false])("after a refused form, JavaScript: %s", (javaScript) => {
  it("Back and Reload work, and what was typed is there", async () => {
    const as = await signInByEmail(`back-errors-${javaScript}@example.com`);
    await withPage({ javaScript, as, expected: [/status of 4\d\d/] }, async (page) => {
      await page.goto("/settings");
      await page.goto("/personal-details");
      await page.locator("[name=full_name]").fill("Asha Rao");
      await page.locator("[name=email]").fill("nonsense");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("[name=email][aria-invalid=true]").waitFor();
      expect((await page.reload())?.status()).toBe(400);
      expect(await page.locator("[name=full_name]").inputValue()).toBe("Asha Rao");
      expect(await page.locator("[name=email]").inputValue()).toBe("nonsense");
      await goBack(page);
      expect(page.url()).toMatch(/\/personal-details$/);
      expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
      expect((await page.reload())?.status()).toBe(200);
      expect(await page.locator("[name=full_name]").inputValue()).toBe("");
      await page.locator("[name=email]").fill(`back-errors-${javaScript}@example.com`);
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/settings");
      await page.goto("/personal-details");
      expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    });
  });
});

describe.each(scripting(true))("after a login, JavaScript: %s", (javaScript) => {
  it("Back never ends at a form to log in, and Request access leads to the wallet", async () => {
    const email = `back-${javaScript}@dunnage.test`;
    await withPage({ javaScript }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Log in" }).click();
      await page.getByLabel(/email/i).fill(email);
      await page.getByRole("button", { name: "Send code by email" }).click();
      await page.waitForURL("**/enter-OTP");
      const code = await newCodeFor(email);
      await page.locator("input[name=digit]").first().fill(code);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
      const places: string[] = [];
      for (let back = 0; back < 3; back++) {
        await goBack(page);
        places.push(new URL(page.url()).pathname);
        expect(await page.getByLabel(/email/i).count()).toBe(0);
      }
      expect(places).toEqual(["/wallet", "/get-started", "/"]);
      await page.getByRole("button", { name: "Request access" }).first().click();
      await page.waitForURL("**/wallet");
    });
  });
});
