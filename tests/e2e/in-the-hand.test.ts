import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { scripting } from "../support/effort";
import { withPage } from "./support/browser";
import { goBack } from "./support/go-back";
import type { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What a phone does around a page: notices on the lock screen, the way from a list to a row and back.

let investor: HttpJourney;
beforeAll(async () => {
  investor = await signInByEmail(demoLogins.investor);
});

type Device = { id: string; endpoint: string; keys: Record<string, string> };

/** A browser whose push service is the sandbox: Chromium's own is far away. */
async function withSandboxPush(page: Page): Promise<Device> {
  const made = await fetch(`${inject("sandboxOrigin")}/sandbox/push`, { method: "POST", body: "{}" });
  const device = (await made.json()) as Device;
  await page.addInitScript((json) => {
    const asked = { toJSON: () => json, unsubscribe: () => Promise.resolve(true) };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(null),
      subscribe: () => Promise.resolve(asked),
    });
    Notification.requestPermission = () => Promise.resolve("granted");
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  }, device);
  return device;
}

describe("notices on this device", () => {
  it("are switched on and off by a tap", async () => {
    await withPage({ as: investor }, async (page) => {
      await withSandboxPush(page);
      await page.goto("/notices");
      await page.getByRole("button", { name: "Switch on" }).click();
      await page.getByRole("button", { name: "Switch off" }).waitFor();
      await page.getByRole("button", { name: "Switch off" }).click();
      await page.getByRole("button", { name: "Switch on" }).waitFor();
    });
  });

  it("need JavaScript, and the page says so", async () => {
    await withPage({ as: investor, javaScript: false }, async (page) => {
      await page.goto("/notices");
      expect(await page.getByText("Switching them on needs JavaScript.").isVisible()).toBe(true);
      expect(await page.getByRole("button", { name: "Switch on" }).isVisible()).toBe(false);
    });
  });
});

describe.each(scripting(true))("the way to a row and back, JavaScript: %s", (javaScript) => {
  it("marks the row that a notice speaks of", async () => {
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

  it("goes from a holding back to the place in the list", async () => {
    await withPage(
      { as: investor, javaScript, motion: true, expected: [/Transition was (skipped|aborted)/] },
      async (page) => {
        await page.goto("/wallet?tab=portfolio");
        const pass = page.locator("a[href^='/stakes/']").last();
        await pass.scrollIntoViewIfNeeded();
        const before = await page.evaluate(() => scrollY);
        expect(before).toBeGreaterThan(0);
        await pass.click();
        await page.waitForURL("**/stakes/*");
        await goBack(page);
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
      },
    );
  });
});
