import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { calculatorTexts } from "~/content/calculator-texts";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { brokenWords, tooHeavy, wrongWithDoubleText } from "./support/look-at";
import { sql } from "./support/sql";
import { demoLogins, signInByEmail } from "./support/sign-in";

// How far people scroll on the screens that they open daily, and before they decide. In CSS pixels, on a phone of 375 px with a
// face of normal width. What each screen weighs: tests/e2e/screens.test.ts.

const SHORT_PHONE = 553;
const BUYABLE = "csk_demo_strathquill";

let investor: HttpJourney;
beforeAll(async () => void (investor = await signInByEmail(demoLogins.investor)));

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
const topOfTabs = async (page: Page) => (await page.locator("nav").last().boundingBox())?.y ?? 0;
const boxes = (page: Page) =>
  page.locator("article").evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom, height } = one.getBoundingClientRect();
      return { top, bottom, height };
    }),
  );

describe("how far one scrolls", () => {
  it("to the first stake in the wallet: it begins on the first screen, and no word is broken in text of twice the size", () =>
    withPage({ as: investor }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      const first = await page.locator("main a[href^='/stakes/']").first().boundingBox();
      expect(first?.y).toBeLessThanOrEqual(705);
      // The passes are the narrowest columns of text that we have.
      expect([...(await wrongWithDoubleText(page)), ...(await brokenWords(page))]).toEqual([]);
    }));

  it("among the casks: a short phone shows a whole one, a taller one 2.3", () =>
    withPage({ as: investor, height: SHORT_PHONE }, async (page) => {
      await page.goto("/invest");
      const [first] = await boxes(page);
      expect(first?.bottom).toBeLessThanOrEqual(await topOfTabs(page));
      await page.setViewportSize({ width: 375, height: 812 });
      const tabs = await topOfTabs(page);
      const seen = (await boxes(page)).map(
        ({ top, bottom, height }) => Math.max(0, Math.min(bottom, tabs) - top) / height,
      );
      expect(seen.reduce((sum, share) => sum + share, 0)).toBeGreaterThanOrEqual(2.3);
    }));

  it("on the page of a stake, and on the statements", () =>
    withPage({ as: investor }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      await page.locator("main a[href^='/stakes/']").first().click();
      await page.waitForURL("**/stakes/*");
      expect(await pageHeight(page)).toBeLessThanOrEqual(1_200);
      expect((await page.locator("body").innerText()).split(/\s+/).length).toBeLessThanOrEqual(200);
      await page.goto("/statements");
      expect(await pageHeight(page)).toBeLessThanOrEqual(950);
    }));

  it("in the calculator: it fits a screen, open", () =>
    withPage({ as: investor }, async (page) => {
      await page.goto(`/cask-information?cask=${BUYABLE}`);
      const calculator = page.locator("#calculator");
      await calculator.locator("summary").first().click();
      await calculator.getByText(calculatorTexts.more).click();
      // Until its script is there, it has a button.
      await calculator.getByRole("button", { name: "Calculate" }).waitFor({ state: "hidden" });
      expect((await calculator.locator("form").boundingBox())?.height).toBeLessThanOrEqual(700);
    }));

  it("on the page of a cask, whether one holds a stake of it or not", async () => {
    const held = `SELECT DISTINCT cask_id AS id FROM stakes JOIN users ON users.id = stakes.user_id
      WHERE users.email = '${demoLogins.investor}'`;
    const [rows = []] = await sql([held]);
    const casks = [BUYABLE, "csk_demo_ardnamoil", ...rows.map(({ id }) => String(id))];
    expect(casks.length).toBeGreaterThan(3);
    await withPage({ as: investor }, async (page) => {
      for (const cask of casks) {
        const answer = await page.goto(`/cask-information?cask=${cask}`);
        expect(await pageHeight(page), cask).toBeLessThanOrEqual(1_250);
        expect((await page.locator("dl").first().boundingBox())?.height, `${cask}: one row`).toBeLessThanOrEqual(50);
        expect(tooHeavy((await answer?.body()) ?? ""), cask).toEqual([]);
      }
    });
  });

  it.each(["signed out", "signed in"])("on the landing page, %s, and how much one reads there", (visitor) =>
    withPage({ as: visitor === "signed in" ? investor : undefined }, async (page) => {
      await page.goto("/");
      expect(await pageHeight(page)).toBeLessThanOrEqual(5_900);
      // As it opens: what is folded away is not read before it is asked for.
      const text = await page.locator("body").innerText();
      const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      expect(words.length).toBeLessThanOrEqual(1_000);
    }),
  );

  it("from a mark on the landing page to its source, wherever that is in its row", () =>
    withPage({}, async (page) => {
      await page.goto("/");
      const marks = page.getByRole("link", { name: /^Source \d+$/ });
      for (const mark of [marks.first(), marks.last()]) {
        await mark.evaluate((link) => (link as HTMLAnchorElement).click());
        const source = await page.locator("li:target").boundingBox();
        expect(source?.x).toBeGreaterThanOrEqual(0);
        expect((source?.x ?? 0) + (source?.width ?? 0)).toBeLessThanOrEqual(375);
        expect(source?.y).toBeLessThan(812);
      }
    }));
});
