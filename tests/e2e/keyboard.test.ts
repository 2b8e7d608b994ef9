import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./support/look-at";
import { goBack, withPage } from "./support/browser";
import { signInLargeHolder } from "./support/large-holder";
import { newCodeFor } from "./support/outbox";

// Uses the keyboard alone: no click, no fill, no focus() by the test.

/** The focused element, and whether its focus is visible. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const ringed = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const at = document.elementFromPoint(
      box.left + box.width / 2,
      Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 1),
    );
    const covered =
      inView &&
      box.height < innerHeight &&
      at !== null &&
      at !== element &&
      !element.contains(at) &&
      !at.contains(element) &&
      // The parts of one drawing lie over each other.
      !element.closest("svg")?.contains(at);
    return {
      name: `${element.tagName} ${element.id} ${element.textContent?.slice(0, 40)}`,
      visible: ringed && inView && !covered,
    };
  });

const holdsFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor({ state: "attached" });
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const focused = await focus(page);
    if (focused) expect(focused, `${page.url()}: ${focused.name}`).toMatchObject({ visible: true });
    if (await holdsFocus(target)) return;
  }
  throw new Error(`No way by Tab to ${String(target)} on ${page.url()}`);
}

async function pressLink(page: Page, name: string | RegExp) {
  await tabTo(page, page.getByRole("link", { name }).first());
  await page.keyboard.press("Enter");
}

async function payHere(page: Page) {
  const proceed = page.getByRole("button", { name: "Proceed to payment" });
  // The address changes before the page does.
  await proceed.waitFor();
  const name = page.locator("input[name=full_name]");
  if (await name.count()) {
    await tabTo(page, name);
    await page.keyboard.type("Asha Rao");
  }
  await tabTo(page, proceed);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${inject("sandboxOrigin")}/**`);
  await tabTo(page, page.locator("button[value=paid]"));
  await page.keyboard.press("Space");
}

describe("by keyboard alone", () => {
  it("a visitor skips the page header, reaches the wallet and buys a stake by card", async () => {
    const email = "keyboard@example.com";
    await withPage({}, async (page) => {
      await page.goto("/");
      await page.keyboard.press("Tab");
      expect((await focus(page))?.name).toContain("Skip to content");
      expect((await focus(page))?.visible).toBe(true);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/#content");
      // Past the links at the top: the next one is the first in the content.
      await page.keyboard.press("Tab");
      expect(await page.locator("main :focus").count()).toBe(1);
      await page.keyboard.press("Shift+Tab");
      await tabTo(page, page.getByRole("button", { name: "Request access" }).first());
      await page.keyboard.press("Enter");
      await page.waitForURL("**/get-started**");
      await tabTo(page, page.locator("input[name=email]"));
      await page.keyboard.type(email);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/enter-OTP");
      await tabTo(page, page.locator("#digit-1"));
      await page.keyboard.type(await newCodeFor(email));
      await tabTo(page, page.getByRole("button", { name: "Verify" }));
      await page.keyboard.press("Enter");
      await page.waitForURL("**/wallet");

      for (const name of ["Tokens", "Rewards", "Portfolio"]) {
        const tab = page.getByRole("navigation", { name: "Wallet" }).getByRole("link", { name });
        await tabTo(page, tab);
        await page.keyboard.press("Enter");
        await page.waitForURL(`**tab=${name.toLowerCase()}*`);
      }
      await pressLink(page, "Invest");
      await page.waitForURL("**/invest");
      await pressLink(page, /Activate Account/);
      await page.waitForURL("**product=joining-fee**");
      await payHere(page);
      await page.getByText("Joining fee successfully paid").waitFor();
      await pressLink(page, "Continue");
      await page.waitForURL("**/invest");
      await pressLink(page, /Buy stake/);
      await page.waitForURL("**/stripe-secure**");
      await payHere(page);
      await page.getByText("Stake added to your account").waitFor();
    });
  });

  it("dialogs open, keep the focus inside, close by Escape, Back or their own link, and return the focus", async () => {
    const as = await signInLargeHolder("keyboard");
    await withPage({ as }, async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
      for (const [path, opener, inside, leave] of [
        ["/wallet?tab=portfolio", "Confirm", "input[name=holder_name]", "Cancel"],
        ["/wallet?tab=rewards", "Refer & earn $15", "input[readonly]", "Close"],
      ] as const) {
        await page.goto(path, { waitUntil: "networkidle" });
        const link = page.getByRole("link", { name: opener, exact: true });
        for (const way of ["Escape", "Back", leave]) {
          await tabTo(page, link);
          await page.keyboard.press("Enter");
          await page.waitForURL("**dialog=**");
          // The focus is in the dialog, and what lies behind it cannot be reached.
          const inDialog = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
          await expect.poll(inDialog).toBe(true);
          expect(await page.locator("dialog").evaluate((element) => element.matches(":modal"))).toBe(true);
          if (way === "Escape") {
            await expectAccessible(page);
            for (let presses = 0; presses < 12; presses++) {
              await page.keyboard.press("Tab");
              // After its last element comes the browser's own toolbar, never the page behind.
              expect(await page.evaluate(() => document.activeElement?.matches("body, dialog *, dialog"))).toBe(true);
            }
            await tabTo(page, page.locator(inside));
            await page.keyboard.press("Escape");
          } else if (way === "Back") await goBack(page);
          else await pressLink(page, new RegExp(`^${way}$`));
          await page.waitForURL(`**${path}`);
          await expect.poll(() => holdsFocus(link)).toBe(true);
          expect((await focus(page))?.visible).toBe(true);
          await page.keyboard.press("Shift+Tab");
        }
      }
    });
  });
});
