import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useWholeChromium, withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What only the whole Chromium does: it keeps pages in memory for Back, as phones do, and says whether the app can be installed.
useWholeChromium();

/** Whether each showing of the page came from memory. */
async function noteShowings(page: Page) {
  await page.addInitScript(() => {
    const noted = window as unknown as { showings?: boolean[] };
    addEventListener("pageshow", ({ persisted }) => (noted.showings = [...(noted.showings ?? []), persisted]));
  });
  return () => page.evaluate(() => (window as unknown as { showings?: boolean[] }).showings);
}

/** On a first visit the service worker takes over the page a moment after it has loaded. Chromium throws out of memory a page that is left before then. */
const waitUntilControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Playwright waits for a load, which a page from memory does not have. */
async function goBack(page: Page, path: string) {
  const isBack = page.waitForEvent("framenavigated");
  await page.evaluate(() => setTimeout(() => history.back(), 0));
  await isBack;
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}

describe("Back to a page kept in memory", () => {
  it("shows it as it was left, with what was typed and a button that can be pressed", async () => {
    await withPage({ expected: [/404/] }, async (page) => {
      const showings = await noteShowings(page);
      await page.goto("/verify");
      await page.getByLabel("Certificate code").fill("abcd efgh jkmn");
      await page.getByRole("button", { name: "Check certificate" }).click();
      await page.waitForURL("**/verify/abcdefghjkmn");
      await goBack(page, "/verify");
      await expect.poll(showings).toEqual([false, true]);
      expect(await page.getByLabel("Certificate code").inputValue()).toBe("abcd efgh jkmn");
      const button = page.getByRole("button", { name: "Check certificate" });
      expect(await button.isEnabled()).toBe(true);
      expect(await button.getAttribute("aria-busy")).toBe(null);
    });
  });

  it("shows an investor's page at once, and nothing of it once they have logged out", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as }, async (page) => {
      const showings = await noteShowings(page);
      await page.goto("/wallet?tab=portfolio");
      await waitUntilControlled(page);
      await page.goto("/settings");
      await goBack(page, "/wallet");
      await expect.poll(showings).toEqual([false, true]);
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("button", { name: "Logout" }).click();
      await page.waitForURL("**/#signed-out");
      for (const _ of ["settings", "wallet"]) {
        await goBack(page, "/");
        await page.getByRole("heading", { name: "Returns of upto 22%" }).waitFor();
        expect(await page.getByText("Total invested").count()).toBe(0);
      }
    });
  });
});

type Manifest = {
  id: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
};

/** Width and height as a PNG's head states them. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

it("can be installed: icons as large as they say, a start page and shortcuts that open", async () => {
  const as = await signInByEmail(demoLogins.investor);
  await withPage({ as }, async (page) => {
    await page.goto("/wallet");
    const devtools = await page.context().newCDPSession(page);
    const { errors, data = "" } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as Manifest;
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A browser context of a test is a private window, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable"]));
    for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      const answer = await page.request.get(src);
      expect(`${src} ${sizeOf(await answer.body())}`).toBe(`${src} ${sizes}`);
    }
    const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
    expect(sizeOf(await (await page.request.get(touch ?? "")).body())).toBe("180x180");
    for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }]) {
      expect((await page.goto(url))?.status()).toBe(200);
      expect(new URL(page.url()).pathname).toBe(url);
    }
  });
});
