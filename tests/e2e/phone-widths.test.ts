import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { publicScreens } from "../../scripts/screens.mjs";

// Most phones are wider than the column. What stands beside it must not look like a page made for another one.

const WIDER_THAN_THE_COLUMN = [390, 430];
const WHITE = "rgb(255, 255, 255)";
const BLACK = "rgb(0, 0, 0)";

/** The landing page with its calculator, pictures, sources (without them about 7,200 px) and the newest audit's panel of 100 px. */
const LONGEST_LANDING = 8_600;

describe("on a phone", () => {
  it("wider than the column no bars stand beside a page", () =>
    withPage({}, async (page) => {
      for (const width of WIDER_THAN_THE_COLUMN) {
        await page.setViewportSize({ width, height: 812 });
        for (const path of publicScreens) {
          await page.goto(path);
          const [beside, column, wide] = await page.evaluate(() => [
            getComputedStyle(document.documentElement).backgroundColor,
            getComputedStyle(document.querySelector("main")?.parentElement ?? document.body).backgroundColor,
            document.documentElement.scrollWidth,
          ]);
          expect([WHITE, BLACK], `${path} at ${width} px`).toContain(beside);
          expect(column, `${path} at ${width} px`).toBe(beside);
          expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
        }
      }
    }));

  it("the landing page has an end, and a mark leads to its source wherever that lies in its row", () =>
    withPage({}, async (page) => {
      await page.goto("/");
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(LONGEST_LANDING);
      const marks = page.getByRole("link", { name: /^Source \d+$/ });
      for (const mark of [marks.first(), marks.last()]) {
        await mark.evaluate((link) => (link as HTMLAnchorElement).click());
        const source = await page.locator("li:target").boundingBox();
        expect(source?.x).toBeGreaterThanOrEqual(0);
        expect((source?.x ?? 0) + (source?.width ?? 0)).toBeLessThanOrEqual(375);
        expect(source?.y).toBeLessThan(812);
      }
    }));
}, 120_000);
