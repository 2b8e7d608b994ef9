import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// 'Refer & earn $15' on devices with their own share sheet, and on devices without.

type Sheet = "missing" | "shares" | "cancelled" | "fails";
type Watched = Window & { shared: unknown[]; reported: string[] };

/** Replaces the device's share sheet. Errors that the page reports are kept, not printed. */
async function withSheet(sheet: Sheet, work: (page: Page) => Promise<void>) {
  const as = await signInByEmail(demoLogins.investor);
  await withPage({ as }, async (page) => {
    await page.addInitScript((kind: Sheet) => {
      const watched = window as unknown as Watched;
      watched.shared = [];
      watched.reported = [];
      window.addEventListener("error", (event) => {
        watched.reported.push(String((event.error as Error | null)?.message));
        event.preventDefault();
      });
      const share = (data: unknown) => {
        watched.shared.push(data);
        if (kind === "cancelled") return Promise.reject(new DOMException("The person closed it", "AbortError"));
        if (kind === "fails") return Promise.reject(new DOMException("No sheet today", "NotAllowedError"));
        return Promise.resolve();
      };
      Object.defineProperty(navigator, "share", { value: kind === "missing" ? undefined : share, configurable: true });
    }, sheet);
    await page.goto("/wallet?tab=rewards", { waitUntil: "networkidle" });
    await work(page);
  });
}

const button = (page: Page) => page.getByRole("link", { name: "Refer & earn $15" });
const shared = (page: Page) => page.evaluate(() => (window as unknown as Watched).shared);
const reported = (page: Page) => page.evaluate(() => (window as unknown as Watched).reported);
const dialog = (page: Page) => page.getByRole("button", { name: "Copy Link" });

describe("sharing", () => {
  it("passes the link to the device's own share sheet, without a dialog", () =>
    withSheet("shares", async (page) => {
      await button(page).click();
      await expect.poll(() => shared(page)).toHaveLength(1);
      expect(JSON.stringify(await shared(page))).toMatch(/\/get-started\?ref=\w+"/);
      expect(await dialog(page).count()).toBe(0);
      expect(new URL(page.url()).search).toBe("?tab=rewards");
    }));

  it("can be started again after it was cancelled, and cancelling is not an error", () =>
    withSheet("cancelled", async (page) => {
      await button(page).click();
      await expect.poll(() => shared(page)).toHaveLength(1);
      await button(page).click();
      await expect.poll(() => shared(page)).toHaveLength(2);
      expect(await reported(page)).toEqual([]);
      expect(await dialog(page).count()).toBe(0);
    }));

  it("reports any other failure, shows no error and opens the dialog instead", () =>
    withSheet("fails", async (page) => {
      await button(page).click();
      await dialog(page).waitFor();
      expect(await reported(page)).toEqual([expect.stringContaining("No sheet today")]);
      expect(await page.getByRole("alert").count()).toBe(0);
    }));
});

describe("the share dialog", () => {
  it("has a read-only link, 'Copy Link', links for WhatsApp, SMS and Facebook that carry it, and Close", () =>
    withSheet("missing", async (page) => {
      await button(page).click();
      const sheet = page.getByRole("dialog", { name: "Refer & earn $15" });
      const field = sheet.getByLabel("Your link");
      const link = await field.inputValue();
      expect(link).toMatch(new RegExp(`^${inject("origin")}/get-started\\?ref=\\w{8}$`));
      expect(await field.evaluate((input) => (input as HTMLInputElement).readOnly)).toBe(true);
      expect(await sheet.getByRole("button").allTextContents()).toEqual(["Copy Link"]);

      const message = `Own a stake in a whisky, wine or rum cask with me: ${link}`;
      const links = await sheet.getByRole("link").evaluateAll((all) =>
        all.map((one) => {
          const { protocol, host, pathname, search } = new URL((one as HTMLAnchorElement).href);
          const parameters = Object.fromEntries(new URLSearchParams(search));
          return { name: one.textContent, to: `${protocol}${host}${pathname}`, parameters };
        }),
      );
      expect(links).toEqual([
        { name: "WhatsApp", to: "https:wa.me/", parameters: { text: message } },
        { name: "SMS", to: "sms:", parameters: { body: message } },
        { name: "Facebook", to: "https:www.facebook.com/sharer/sharer.php", parameters: { u: link } },
        { name: "Close", to: expect.stringContaining("/wallet"), parameters: { tab: "rewards" } },
      ]);

      await sheet.getByRole("link", { name: "Close" }).click();
      await sheet.waitFor({ state: "detached" });
      expect(new URL(page.url()).search).toBe("?tab=rewards");
    }));

  it("copies the link and says 'Copied!' for two seconds", () =>
    withSheet("missing", async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.clock.install();
      await page.goto("/wallet?tab=rewards&dialog=share", { waitUntil: "networkidle" });
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      const copy = page.getByRole("button", { name: /^Cop/ });
      await copy.click();
      await expect.poll(() => copy.textContent()).toBe("Copied!");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await page.getByLabel("Your link").inputValue(),
      );
      await page.clock.runFor(1800);
      expect(await copy.textContent()).toBe("Copied!");
      await page.clock.runFor(500);
      await expect.poll(() => copy.textContent()).toBe("Copy Link");
    }));
});
