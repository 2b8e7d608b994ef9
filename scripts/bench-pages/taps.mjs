// What a tap costs, on a phone six times slower than this machine: the longest time from a touch or a key to the next paint
// (Event Timing, as INP is made of; rounded to 8 ms by the browser).

import { measureOften } from "./open-phone.mjs";

const CASK = "csk_demo_strathquill";

/** A page, and what is touched on it: a link that the running app follows, a button, a field to type into. */
const TAPS = [
  ["/", false, "summary"],
  ["/get-started?mode=login", false, "input[name=email]", "a"],
  ["/get-started?mode=login", false, "button[type=submit]"],
  ["/invest", true, 'a[href^="/cask-information"]'],
  ["/invest", true, 'a[href^="/wallet"]'],
  [`/cask-information?cask=${CASK}`, true, 'a[href^="/stripe-secure"]'],
  [`/cask-information?cask=${CASK}`, true, "#calculator input[name=years]:not([type=range])", "7"],
  [`/cask-information?cask=${CASK}`, true, "#calculator input[type=range]", "ArrowRight"],
  [`/stripe-secure?cask=${CASK}`, true, 'a[href*="tab=crypto"]'],
  ["/wallet?tab=portfolio", true, 'a[href*="tab=tokens"]'],
  ["/wallet?tab=portfolio", true, 'a[href*="tab=rewards"]'],
  ["/wallet?tab=portfolio", true, 'a[href*="dialog=withdraw"]'],
  ["/wallet?tab=rewards", true, 'a[href*="dialog=share"]'],
  ["/settings", true, 'a[href="/personal-details"]'],
  ["/personal-details", true, "input[name=full_name]", "a"],
  ["/bank-details", true, "input[name=holder_name]", "a"],
];

/** In the page: the longest event since it was asked last, in ms. */
function watchEvents() {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) longest = Math.max(longest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  window.takeLongestEvent = () => {
    const taken = longest;
    longest = 0;
    return taken;
  };
}

const isInIsland = (selector) => selector.startsWith("#calculator");

async function measureTap(page, slowDown, { path, selector, key }) {
  await page.addInitScript(watchEvents);
  await page.goto(path, { waitUntil: "networkidle" });
  await slowDown();
  // An island starts when it comes near the view.
  if (isInIsland(selector)) {
    await page.locator("#calculator").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelectorAll("#calculator details").forEach((part) => (part.open = true)));
  }
  const touched = page.locator(selector).filter({ visible: true }).first();
  await touched.scrollIntoViewIfNeeded();
  await page.waitForTimeout(isInIsland(selector) ? 4_000 : 500);
  await page.evaluate(() => window.takeLongestEvent());
  // The form stays: what is measured is the tap, not the answer.
  if (selector.startsWith("button"))
    await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
  await touched.tap();
  if (key) await touched.press(key);
  await page.waitForTimeout(1_500);
  return page.evaluate(() => window.takeLongestEvent());
}

/** @returns {Promise<{ page: string, tap: string, ms: number[] }[]>} 0: less than the 16 ms that are told */
export async function measureTaps(phone, runs) {
  const results = [];
  for (const [path, signedIn, selector, key] of TAPS) {
    const measure = (page, slowDown) => measureTap(page, slowDown, { path, selector, key });
    results.push({ page: path, tap: selector, ms: await measureOften(phone, { runs, signedIn }, measure) });
  }
  return results;
}
