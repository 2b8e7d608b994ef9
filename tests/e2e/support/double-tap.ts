// A finger that taps twice on a slow network: the second tap comes before the first one's answer.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const BETWEEN_TAPS_MS = 100;
export const LATENCY_MS = 400;

export async function slowDown(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const noLimit = { downloadThroughput: -1, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", { offline: false, latency, ...noLimit });
}

/** By the place on the screen, as a finger does: the page may be leaving by then. */
export async function tapTwice(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(BETWEEN_TAPS_MS);
  await page.mouse.click(x, y);
}

/** Waits for a URL that ends like this. The second tap may abort the navigation of the first, which `waitForURL` does not survive. */
export async function arrive(page: Page, end: string): Promise<void> {
  await expect.poll(() => page.url()).toMatch(new RegExp(`${end.replace(/[?#]/g, "\\$&")}$`));
  await page.waitForLoadState().catch(() => undefined);
}
