import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { missingScreens, publicScreens, signedInScreens } from "../../scripts/screens.mjs";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Every page and dialog, as each kind of visitor sees it: axe finds nothing, nothing is wider than the screen, and the
// console stays empty (the harness checks that).

async function expectNoOverflow(page: Page, path: string) {
  for (const width of [320, 375, 390, 430, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${path} at ${width} px`).toBeLessThanOrEqual(width);
  }
}

/** The whole page at once, however long: what the tab bar covers can be scrolled to, and is not too small. */
async function showWhole(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 375, height: height + 200 });
}

async function lookAt(paths: readonly string[], as: HttpJourney | undefined, expected: RegExp[] = []) {
  await withPage({ as, expected }, async (page) => {
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await showWhole(page);
      await expectAccessible(page);
      await expect(page.title(), path).resolves.toMatch(/Dunnage/);
      await expectNoOverflow(page, path);
      await page.setViewportSize({ width: 375, height: 812 });
    }
  });
}

describe("every screen is accessible and fits its width", () => {
  it("for a signed-out visitor", () => lookAt(publicScreens, undefined));
  it("for a viewer who has not activated", async () =>
    lookAt(signedInScreens, await signInByEmail(demoLogins.newcomer)));
  it("for an investor", async () => lookAt(signedInScreens, await signInByEmail(demoLogins.investor)));
  it("where there is no such page", async () =>
    lookAt(missingScreens, await signInByEmail("lost@example.com"), [/404/]));
}, 240_000);
