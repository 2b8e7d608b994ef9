import type { Page } from "playwright-core";

/** Back, once the page is done: a page that is still being loaded would swallow it. */
export async function goBack(page: Page) {
  await page.waitForLoadState("load");
  return page.goBack();
}
