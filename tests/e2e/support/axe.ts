import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Checks the current page against all WCAG 2.2 A and AA rules and best practices that axe knows. */
export async function expectAccessible(page: Page) {
  // What is still fading in does not have its final colours yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const results = await runner.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(violations).toEqual([]);
}
