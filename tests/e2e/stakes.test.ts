import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { holdingTexts } from "~/content/holding-texts";
import { scripting } from "../support/effort";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What one owns, found as an investor would find it on a phone.

describe("from the wallet", () => {
  it.each(scripting(false))(
    "one tap leads to what the second valued stake is worth, when its return can be had and what it cost (JavaScript: %s)",
    async (javaScript) => {
      await withPage({ as: await signInByEmail(demoLogins.investor), javaScript }, async (page) => {
        await page.goto("/wallet?tab=portfolio");
        const passes = page.locator('main a[href^="/stakes/"]', { hasNotText: holdingTexts.worth.notValued });
        const name = await passes.nth(1).locator(".font-semibold").first().innerText();
        await passes.nth(1).click();
        await page.waitForURL(/\/stakes\/stk_/);
        expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
        for (const said of [/Worth now/, /Valued \d+ \w+ \d+, (measured|modelled|opinion)\./, /can be withdrawn from/])
          await page.getByText(said).first().waitFor();
        await page.getByText("Price of the stake").first().waitFor();
        await page.getByText("once for your account, ").first().waitFor();
      });
    },
  );
});

describe("the page of a stake", () => {
  it("is accessible, fits its width, ships no script, and its first view is at most 14 kB gzip", async () => {
    const journey = await signInByEmail(demoLogins.investor);
    await journey.visit("/stakes");
    const paths = [...journey.at.html.matchAll(/href="(\/stakes\/stk_[^"]+)"/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThan(3);
    for (const path of ["/stakes", ...paths]) {
      const { html } = await journey.visit(path);
      expect(html, path).not.toMatch(/<script|modulepreload/);
      expect(gzipSync(html).length, path).toBeLessThanOrEqual(14_000);
    }
    await withPage({ as: journey }, async (page) => {
      for (const path of paths) {
        await page.goto(path);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width: 375, height: height + 200 });
        await expectAccessible(page);
        for (const width of [320, 375, 1280]) {
          await page.setViewportSize({ width, height: 812 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        }
      }
    });
  });
});
