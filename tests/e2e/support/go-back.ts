import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Back, once the page is done. Hydration writes into the current entry of the history, on a busy machine long after 'load';
 * Playwright takes that for the navigation it waits for, and would return while the old page is still shown.
 */
export async function goBack(page: Page) {
  await expect.poll(() => page.evaluate(isDone), { timeout: 20_000 }).toBe(true);
  return page.goBack();
}

/** The router numbers the entry when it starts. */
const isDone = () =>
  matchMedia("(scripting: none)").matches ||
  document.querySelector("script[type=module]") === null ||
  Number.isInteger((history.state as { idx?: number } | null)?.idx);
