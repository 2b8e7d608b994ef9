import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { investorScreens, missingScreens, publicScreens, signedInScreens } from "../support/screens";
import { effort } from "../support/effort";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import {
  cutOff,
  scriptsIn,
  smallTargets,
  tooHeavy,
  wrongAtWidths,
  wrongForAxe,
  wrongWithDoubleText,
} from "./support/look-at";
import { LARGE_AMOUNT, LONG_NAME, signInLargeHolder } from "./support/large-holder";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Every page and dialog, as each kind of visitor sees it, loaded once for all checks: axe finds nothing on a phone or
// at a desk, nothing is wider than the screen, targets are 44 px or more, text of twice the size fits, the first view is light,
// and the console stays empty (the harness checks that).

/** At a desk: in `npm test` the screens with something beside their column, which a phone is not shown. */
const wrongAtDesk = async (page: Page) =>
  effort((await page.locator(".beside").count()) > 0, true) ? wrongForAxe(page, 1280) : [];

async function lookAndTouch(page: Page): Promise<string[]> {
  const title = await page.title();
  return [
    ...(await wrongForAxe(page)),
    ...(await wrongAtDesk(page)),
    ...(/Dunnage/.test(title) ? [] : [`its title is '${title}'`]),
    ...(await wrongAtWidths(page)),
    // These two change the page: they open what is closed, and set its text larger.
    ...(await smallTargets(page)),
    ...(await wrongWithDoubleText(page)),
  ];
}

/** @returns the paths whose page has a script */
async function eachScreen(page: Page, paths: readonly string[], look: () => Promise<string[]>) {
  const wrong: string[] = [];
  const withScript: string[] = [];
  for (const path of paths) {
    // Another part of the page that is open is not loaded by itself.
    const answer = (await page.goto(path)) ?? (await page.reload());
    await page.getByRole("heading", { level: 1 }).waitFor();
    const html = (await answer?.text()) ?? "";
    if (scriptsIn(html).length > 0) withScript.push(path);
    wrong.push(...[...tooHeavy(html), ...(await look())].map((problem) => `${path}: ${problem}`));
  }
  expect(wrong, wrong.join("\n")).toEqual([]);
  return withScript;
}

const lookAtAll = (paths: readonly string[], as?: HttpJourney, expected: RegExp[] = []) =>
  withPage({ as, expected }, (page) => eachScreen(page, paths, () => lookAndTouch(page)));

/** These show everyone the same fields, filled or not. */
const FIELDS =
  /^\/(?:my-data|settings|personal-details|phone-number|notices|close-account|bank-details)|method=|of=|stakes=/;
const changesByActivation = (path: string) => !FIELDS.test(path);

/** Which day it is, is known only once its audit was made. */
async function auditedDay(): Promise<string> {
  for (let ticks = 0; ticks < 40; ticks++) {
    const latest = await fetch(new URL("/audit/latest.json", inject("origin")));
    if (latest.ok) return ((await latest.json()) as { date: string }).date;
    await fetch(`${inject("sandboxOrigin")}/sandbox/tick`, { method: "POST" });
  }
  throw new Error("no audit was made");
}

describe("every screen is accessible, fits, has targets of 44 px and is light", () => {
  it("for a signed-out visitor, with a code on its way too", () =>
    withPage({}, async (page) => {
      expect(await eachScreen(page, publicScreens, () => lookAndTouch(page))).toEqual([
        "/audit/verify",
        "/get-started?mode=sign-up",
        "/get-started?mode=login&ref=ABCD2345",
        "/customer-support",
        "/cancel-purchase",
      ]);
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill("sizes@example.com");
      await page.getByRole("button", { name: "Send code by email" }).click();
      await page.waitForURL("**/enter-OTP");
      expect(await lookAndTouch(page), "/enter-OTP").toEqual([]);
    }));
  it("for a viewer who has not activated", async () =>
    lookAtAll(
      effort(signedInScreens.filter(changesByActivation), signedInScreens),
      await signInByEmail(demoLogins.newcomer),
    ));
  it("for an investor", async () =>
    lookAtAll([...signedInScreens, ...investorScreens], await signInByEmail(demoLogins.investor)));
  it("where there is no such page, signed in and out", async () => {
    // The tab bar and the header are all that differs.
    const some = effort(missingScreens.slice(0, 2), missingScreens);
    await lookAtAll(some, await signInByEmail("lost@example.com"), [/404/]);
    await lookAtAll(missingScreens, undefined, [/404/]);
  });
  it("of a day whose audit is there", async () => {
    const date = await auditedDay();
    const paths = ["/audit", `/audit/${date}`, `/audit/${date}/csk_demo_strathquill`, "/proof"];
    await withPage({}, (page) => eachScreen(page, paths, () => lookAndTouch(page)));
  });
});

it("long and foreign words fit at 320 and 375 px: right-to-left names, a cask of 60 letters, seven-digit amounts", async () => {
  expect(LONG_NAME.length).toBeGreaterThanOrEqual(60);
  const as = await signInLargeHolder("long");
  const seen = new Map<string, string>();
  await withPage({ as }, async (page) => {
    await eachScreen(page, [...signedInScreens, "/cask-information?cask=csk_long"], async () => {
      const wrong: string[] = [];
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 812 });
        wrong.push(...(await cutOff(page)).map((problem) => `at ${width} px ${problem}`));
      }
      const { pathname, search } = new URL(page.url());
      seen.set(pathname + search, await page.locator("body").innerText());
      return wrong;
    });
    await page.goto("/settings");
    const direction = (text: string) => page.getByText(text).evaluate((element) => getComputedStyle(element).direction);
    expect(await direction("محمد عبد الرحمن")).toBe("rtl");
    expect(await direction("יוסף")).toBe("rtl");
    await page.goto("/personal-details");
    const inputs = page.locator("input, textarea").and(page.locator(":not([type=hidden])"));
    const directions = await inputs.evaluateAll((all) => all.map((input) => getComputedStyle(input).direction));
    expect(directions).toEqual(["rtl", "ltr", "ltr", "rtl"]);
  });
  expect(seen.get("/wallet?tab=portfolio")).toContain(LARGE_AMOUNT);
  expect(seen.get("/wallet?tab=portfolio")).toContain(LONG_NAME);
  expect(seen.get("/cask-information?cask=csk_long")).toContain(LONG_NAME);
});
