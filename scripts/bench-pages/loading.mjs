// What keeps a phone six times slower than this machine busy while a page loads, and how long a sheet takes to open there.
import { measureOften } from "./open-phone.mjs";

const PAGES = ["/wallet?tab=portfolio", "/invest", "/cask-information?cask=csk_demo_strathquill", "/settings"];
const SHEETS = [
  ["/wallet?tab=portfolio", 'a[href*="dialog=withdraw"]'],
  ["/wallet?tab=rewards", 'a[href*="dialog=share"]'],
];

/** In the page. */
function addUpLongTasks() {
  window.longTasks = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks += duration;
  }).observe({ type: "longtask", buffered: true });
}

/** In the page: `opened` will be the time from the first touch until a sheet is painted. */
function waitForSheet() {
  addEventListener("pointerdown", () => (window.tappedAt = performance.now()), { once: true, capture: true });
  window.opened = new Promise((resolve) => {
    const look = () =>
      document.querySelector("dialog[open]")
        ? requestAnimationFrame(() => resolve(performance.now() - window.tappedAt))
        : requestAnimationFrame(look);
    look();
  });
}

/** @returns {Promise<{ page: string, ms: number[] }[]>} the tasks of more than 50 ms of each load, added up */
export async function measureLoading(phone, runs) {
  const results = [];
  for (const path of PAGES) {
    const ms = await measureOften(phone, { runs, signedIn: true }, async (page, slowDown) => {
      await slowDown();
      await page.addInitScript(addUpLongTasks);
      await page.goto(path, { waitUntil: "networkidle" });
      await page.waitForTimeout(1_500);
      return page.evaluate(() => window.longTasks);
    });
    results.push({ page: path, ms });
  }
  return results;
}

/** @returns {Promise<{ page: string, tap: string, ms: number[] }[]>} from the first tap until the sheet is painted */
export async function measureSheets(phone, runs) {
  const results = [];
  for (const [path, selector] of SHEETS) {
    const ms = await measureOften(phone, { runs, signedIn: true }, async (page, slowDown) => {
      await slowDown();
      // A device with a sheet of its own for sharing would open that.
      await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
      await page.goto(path, { waitUntil: "networkidle" });
      const opener = page.locator(selector).filter({ visible: true }).first();
      await opener.scrollIntoViewIfNeeded();
      await page.waitForTimeout(500);
      await page.evaluate(waitForSheet);
      await opener.tap();
      return page.evaluate(() => window.opened);
    });
    results.push({ page: path, tap: selector, ms });
  }
  return results;
}
