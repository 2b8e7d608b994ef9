import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Less than half of what `axe.source` sends to every page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the current page by all WCAG 2.2 A and AA rules and best practices that it knows. */
export async function violationsOn(page: Page): Promise<string[]> {
  // What is still fading in does not have its final colours yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // At the end of the page the tab bar covers nothing: elsewhere it may lie on half of a link, by chance.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.evaluate(SOURCE);
  return page.evaluate(async () => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const results = await runner.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

export async function expectAccessible(page: Page) {
  expect(await violationsOn(page)).toEqual([]);
}
