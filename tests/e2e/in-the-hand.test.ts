import { beforeAll, describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What a phone does around a page: the way from a list to a row and back.

let investor: HttpJourney;
beforeAll(async () => {
  investor = await signInByEmail(demoLogins.investor);
});

describe.each(scripting(true))("the way to a row and back, JavaScript: %s", (javaScript) => {
  it("marks the row that an email links to", async () => {
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
});
