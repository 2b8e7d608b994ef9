import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What a visitor sees when the device goes offline, and the one public page that the service worker keeps for that.

const cut = [/ERR_INTERNET_DISCONNECTED/];

/** Waits until the service worker controls the page. */
const workerTakesOver = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Every cache by name, with its paths and contents. A string, because `caches` has another type on the server. */
const caches = (page: Page) =>
  page.evaluate<{ name: string; paths: string[]; text: string }[]>(`(async () =>
    Promise.all((await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const kept = await cache.keys();
      const texts = await Promise.all(kept.map(async (key) => (await cache.match(key)).text()));
      return { name, paths: kept.map(({ url }) => new URL(url).pathname), text: texts.join("") };
    })))()`);

describe("a viewer without a connection", () => {
  it("sees a styled offline page instead, until trying again works", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as, expected: cut }, async (page) => {
      await page.goto("/wallet");
      await workerTakesOver(page);
      await page.context().setOffline(true);
      for (const path of ["/settings", "/", "/cask-information?cask=csk_demo_strathquill"]) {
        await page.goto(path);
        await page.getByRole("heading", { name: "You are offline" }).waitFor();
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
      }
      await page.getByText("No money moved because of this.").waitFor();
      const again = page.getByRole("link", { name: "Try again" });
      expect(await again.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe("rgb(154, 79, 20)");
      // By the keyboard: what is fetched ahead for a finger comes past Playwright's way of being offline.
      await again.press("Enter");
      await page.getByRole("heading", { name: "You are offline" }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await page.getByText("Strathquill").first().waitFor();
      expect(page.url()).toMatch(/cask=csk_demo_strathquill$/);
    });
  });

  it("has only that page cached in the browser, whatever was opened before", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as }, async (page) => {
      await page.goto("/wallet");
      await workerTakesOver(page);
      for (const path of ["/invest", "/settings", "/personal-details", "/bank-details", "/wallet?tab=tokens", "/"])
        await page.goto(path);
      await page.goto("/wallet");
      await page.getByRole("link", { name: "Settings" }).click();
      await page.waitForURL("**/settings");
      const kept = await caches(page);
      expect(kept).toMatchObject([{ name: expect.stringMatching(/^offline-[0-9a-f]{16}$/), paths: ["/offline"] }]);
      expect(kept[0]?.text).toBe(await (await fetch(`${inject("origin")}/offline`)).text());
      expect(kept[0]?.text).not.toMatch(/<script|stylesheet|Meera|investor@/);
      await page.getByRole("button", { name: "Logout" }).click();
      await page.waitForURL("**/#signed-out");
      await expect.poll(() => registrations(page)).toBe(0);
      expect(await caches(page)).toEqual([]);
    });
  });
});
