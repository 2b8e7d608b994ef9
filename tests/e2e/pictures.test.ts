import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sheetDocument } from "../support/picture-sheet";
import { expectAccessible } from "./support/look-at";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Every picture in every state, in a browser.

async function openSheet(page: Page) {
  // A page that shows pictures and does not run React: its style is that of every such page.
  const { html } = await (await signInByEmail(demoLogins.investor)).visit("/stakes");
  const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  expect(css).toContain(".chart");
  await page.route("**/pictures-sheet", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: sheetDocument(css) }),
  );
  await page.goto("/pictures-sheet");
}

/** Figures of the tables that do not stand on one line. */
const broken = (page: Page) =>
  page.locator("td").evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1;
      })
      .map(({ textContent }) => textContent),
  );

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe("pictures in all their states", () => {
  it("are accessible with their tables open, and fit 320 and 375 px, text of twice the size and forced colours", async () => {
    await withPage({}, async (page) => {
      await openSheet(page);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await expectAccessible(page);
      for (const wide of [375, 320]) {
        await page.setViewportSize({ width: wide, height: 812 });
        expect(await width(page), `${wide} px`).toBe(wide);
        expect(await broken(page), `${wide} px`).toEqual([]);
      }
      await page.addStyleTag({ content: "html{font-size:200%}" });
      expect(await width(page), "text of twice the size").toBe(320);
    });
  });

  it("keep their own ground where the device forces its colours", async () => {
    await withPage({}, async (page) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      await openSheet(page);
      const grounds = await page
        .locator("svg.chart, svg.chart-key")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      expect(grounds.length).toBeGreaterThan(20);
      expect(new Set(grounds)).toEqual(new Set(["rgb(255, 255, 255)"]));
    });
  });

  it("let a point be read by touch and by keys, without a script", async () => {
    await withPage({ javaScript: false }, async (page) => {
      await openSheet(page);
      const chart = page.getByRole("group", { name: "One stake over time" }).nth(1);
      const [first, second] = [chart.locator("[tabindex]").nth(0), chart.locator("[tabindex]").nth(1)];
      const shown = () =>
        chart.locator("[tabindex] text").evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
      expect(await shown()).toEqual(["0", "0", "0", "0", "0"]);
      await second.locator("path").first().click();
      await page.mouse.move(1, 1);
      expect(await shown()).toEqual(["0", "1", "0", "0", "0"]);
      await page.keyboard.press("Shift+Tab");
      expect(await shown()).toEqual(["1", "0", "0", "0", "0"]);
      expect(await first.getAttribute("aria-label")).toBe("22 Sep 2024: $650.00, paid");
    });
  });
});
