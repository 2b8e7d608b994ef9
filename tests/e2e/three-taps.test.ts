// What an investor asks of their wallet on a phone, and how many taps away the answer is: at most three, with JavaScript and without.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { verifyTexts } from "~/content/certificate-texts";
import { holdingTexts } from "~/content/holding-texts";
import { landing } from "~/content/landing";
import { statementTexts } from "~/content/statement-texts";
import { portfolioTexts } from "~/content/wallet-texts";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

const MOST_TAPS = 3;

/** Taps as a thumb does: only what can be seen and is not covered, one after another, each counted. */
function thumb(page: Page) {
  let taps = 0;
  return {
    async tap(what: Locator) {
      taps += 1;
      expect(taps).toBeLessThanOrEqual(MOST_TAPS);
      const before = new URL(page.url()).pathname;
      await Promise.all([page.waitForURL((url) => url.pathname !== before), what.click()]);
    },
    /** A file: what the link that is tapped leads to. */
    async download(what: Locator) {
      taps += 1;
      expect(taps).toBeLessThanOrEqual(MOST_TAPS);
      const answer = await page.request.get((await what.getAttribute("href")) ?? "");
      return { status: answer.status(), bytes: await answer.body() };
    },
  };
}

describe.each(scripting(false))("from the wallet, on a phone (JavaScript: %s)", (javaScript) => {
  const onWallet = async (work: (page: Page) => Promise<void>) =>
    withPage({ as: await signInByEmail(demoLogins.investor), javaScript }, async (page) => {
      await page.goto("/wallet");
      await work(page);
    });
  const openSecond = async (page: Page) => {
    const pass = page.locator('main a[href^="/stakes/"]', { hasNotText: holdingTexts.worth.notValued }).nth(1);
    const [name, worth] = [await pass.locator(".font-semibold").first().innerText(), await pass.innerText()];
    await thumb(page).tap(pass);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
    return worth;
  };
  const words = async (page: Page) => (await page.locator("main").innerText()).replace(/\s+/g, " ");

  it("what the second valued stake is worth, with its day and what that rests on", () =>
    onWallet(async (page) => {
      const listed = await openSecond(page);
      const text = await words(page);
      const [, worth = ""] = new RegExp(`${holdingTexts.worth.title} (\\$[\\d,.]+\\d)`, "i").exec(text) ?? [];
      expect(worth).not.toBe("");
      expect(listed).toContain(worth);
      expect(text).toMatch(/Valued \d+ \w+ \d{4}, (measured|modelled|opinion)\./);
    }));

  it("when its return can be had", () =>
    onWallet(async (page) => {
      await openSecond(page);
      expect(await words(page)).toMatch(/can be withdrawn (from \d+ \w+ \d{4}, in \d+ days|now)/);
    }));

  it("what it cost with all fees: price, fee on top, both together, the joining fee apart, and storage", () =>
    onWallet(async (page) => {
      await openSecond(page);
      const { cost } = holdingTexts;
      const panel = page.locator("section", { has: page.getByRole("heading", { name: cost.title }) });
      /** What stands behind a label, without the line below it. */
      const row = async (label: string) => {
        const value = panel.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");
        return (await value.innerText()).split("\n")[0];
      };
      const price = await row(cost.price);
      expect(price).toMatch(/^\$[\d,]+\.\d\d$/);
      expect(await row(cost.onTop)).toBe(cost.none);
      expect(await row(cost.total)).toBe(price);
      expect(await row(cost.joiningFee)).toMatch(/^\$\d+\.\d\d$/);
      expect(await panel.innerText()).toContain(cost.included);
    }));

  it("last year's statement, as a PDF that opens", () =>
    onWallet(async (page) => {
      const hand = thumb(page);
      await hand.tap(page.getByRole("link", { name: portfolioTexts.toStatements, exact: true }));
      const lastYear = page.locator("section", { hasText: statementTexts.last.title });
      const { status, bytes } = await hand.download(lastYear.getByRole("link", { name: /^PDF/ }).first());
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    }));
});

/** Yesterday's, or shortly after midnight the one before it. */
const newestAudit = /^In (?:yesterday’s|the) audit/;

describe.each(scripting(true))("from the landing page, on a phone (JavaScript: %s)", (javaScript) => {
  /** The line of a stake in the day's list: it has the mark, is where the page stands, and stands out from the others. */
  async function expectLine(page: Page, stakeNumber: string, mark: string) {
    expect(new URL(page.url()).pathname).toMatch(/^\/audit\/\d{4}-\d\d-\d\d\/[^/]+$/);
    expect(new URL(page.url()).hash).toBe(`#stake-${stakeNumber}`);
    const line = page.locator("tr:target");
    expect((await line.innerText()).split(/\s+/)).toEqual([stakeNumber, "●", "issued", mark]);
    const box = await line.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    const colour = (row: Locator) => row.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour(line)).not.toBe(await colour(page.locator("tbody tr:not(:target)").first()));
  }

  /** The first stake in the wallet, and the number on its pass. */
  async function firstStake(page: Page) {
    const pass = page.locator('main a[href^="/stakes/"]').first();
    const [, number = ""] = /Stake (\d+) of/.exec(await pass.innerText()) ?? [];
    return { pass, number };
  }
  const markOn = async (page: Page) =>
    /Register mark\s+([0-9a-f]{12})/.exec(await page.locator("main").innerText())?.[1] ?? "";

  it("an investor's own line in the newest audit", async () =>
    withPage({ as: await signInByEmail(demoLogins.investor), javaScript }, async (page) => {
      await page.goto("/");
      const hand = thumb(page);
      await hand.tap(page.getByRole("button", { name: landing.requestAccess }).first());
      const { pass, number } = await firstStake(page);
      await hand.tap(pass);
      const mark = await markOn(page);
      await hand.tap(page.getByRole("link", { name: newestAudit }));
      await expectLine(page, number, mark);
    }));

  it("the line of a certificate shown to a reader", async () => {
    const shown = await withPage({ as: await signInByEmail(demoLogins.investor), javaScript }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      const { pass, number } = await firstStake(page);
      await page.goto((await pass.getAttribute("href")) ?? "");
      const mark = await markOn(page);
      const check = page.getByRole("link", { name: holdingTexts.certificate.verify });
      return { number, mark, code: (await check.getAttribute("href"))?.replace("/verify/", "") ?? "" };
    });
    await withPage({ javaScript }, async (page) => {
      await page.goto("/");
      const hand = thumb(page);
      await hand.tap(page.getByRole("link", { name: "Verified", exact: true }));
      await page.getByLabel(verifyTexts.form.label).fill(shown.code);
      await hand.tap(page.getByRole("button", { name: verifyTexts.form.check }));
      await hand.tap(page.getByRole("link", { name: newestAudit }));
      await expectLine(page, shown.number, shown.mark);
    });
  });
});
