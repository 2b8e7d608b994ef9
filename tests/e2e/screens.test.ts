import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Every page and dialog, as each kind of visitor sees it: axe finds nothing, nothing is wider than the screen, and the
// console stays empty (the harness fails on it).

const CASK = "csk_demo_strathquill";

const PUBLIC = [
  "/",
  "/#session-expired",
  "/create-account",
  "/get-started?mode=sign-up",
  "/get-started?mode=login&ref=ABCD2345",
  "/terms-and-conditions",
  "/privacy-policy",
  "/terms-of-service",
  "/refunds-cancellations",
  "/customer-support",
];
const SIGNED_IN = [
  "/invest",
  `/cask-information?cask=${CASK}`,
  `/stripe-secure?cask=${CASK}`,
  `/stripe-secure?cask=${CASK}&tab=crypto`,
  "/stripe-secure?product=joining-fee",
  "/wallet?tab=portfolio",
  "/wallet?tab=tokens",
  "/wallet?tab=rewards",
  "/wallet?tab=portfolio&dialog=withdraw",
  "/wallet?tab=portfolio&dialog=withdraw&method=crypto",
  "/wallet?tab=rewards&dialog=share",
  "/settings",
  "/personal-details",
  "/bank-details",
];
const MISSING = ["/no-such-page", "/verify/nonsense", "/cask-information?cask=csk_none"];

async function expectNoOverflow(page: Page, path: string) {
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${path} at ${width} px`).toBeLessThanOrEqual(width);
  }
}

async function lookAt(paths: readonly string[], as: HttpJourney | undefined, expected: RegExp[] = []) {
  await withPage({ as, expected }, async (page) => {
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectAccessible(page);
      await expect(page.title(), path).resolves.toMatch(/Dunnage/);
      await expectNoOverflow(page, path);
      await page.setViewportSize({ width: 375, height: 812 });
    }
  });
}

describe("every screen", () => {
  it("for nobody", () => lookAt(PUBLIC, undefined));
  it("for someone who has not activated", async () => lookAt(SIGNED_IN, await signInByEmail(demoLogins.newcomer)));
  it("for an investor", async () => lookAt(SIGNED_IN, await signInByEmail(demoLogins.investor)));
  it("that is not there", async () => lookAt(MISSING, await signInByEmail("lost@example.com"), [/404/]));
}, 240_000);
