// How soon the first two pages of a visit are painted, on slow 4G and a quarter of this machine's speed; the second where its link was
// pointed at for a second before the tap, and where it was not. The line is there already: names, TCP and TLS are not in the first.

const CPU = 4;
const POINTED_MS = 1_000;

/** From, to, and who. */
const STEPS = [
  ["/", "/get-started", false],
  ["/fees", "/proof", false],
  ["/proof", "/audit", false],
  ["/wallet?tab=portfolio", "/stakes", true],
  ["/stakes", "/wallet", true],
  ["/wallet?tab=portfolio", "/invest", true],
  ["/invest", "/cask-information", true],
];

/** In the page: when the title has changed after a tap, and that was painted. For pages that the running app draws. */
function watchTap() {
  const before = document.title;
  window.isFirstPage = true;
  addEventListener(
    "click",
    () => {
      const tappedAt = performance.now();
      const look = () => {
        if (document.title === before) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => (window.paintedAfterMs = performance.now() - tappedAt)));
      };
      look();
    },
    { capture: true, once: true },
  );
}

async function follow(page, path, waitMs) {
  const link = page.locator(`a[href^="${path}"]:not([href*="tab="])`).filter({ visible: true }).first();
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(watchTap);
  if (waitMs > 0) {
    await link.hover();
    await page.waitForTimeout(waitMs);
  }
  await link.click();
  await page.waitForURL(`**${path}**`, { timeout: 20_000 });
  // A document tells by itself when it was painted first.
  const painted = () =>
    window.isFirstPage ? window.paintedAfterMs : performance.getEntriesByName("first-paint")[0]?.startTime;
  return (await page.waitForFunction(painted, undefined, { polling: 50 })).jsonValue();
}

/** @returns {Promise<{ from: string, to: string, first: number[], pointed: number[], tapped: number[] }[]>} ms to the first paint; of the second page from the tap on */
export async function measureSecondPage({ openContext, runs }) {
  const results = [];
  for (const [from, to, signedIn] of STEPS) {
    const result = { from, to, first: [], pointed: [], tapped: [] };
    for (let run = 0; run < runs; run += 1) {
      for (const [name, waitMs] of [
        ["pointed", POINTED_MS],
        ["tapped", 0],
      ]) {
        const context = await openContext(signedIn);
        const page = await context.newPage();
        const devtools = await context.newCDPSession(page);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU });
        await page.goto(from, { waitUntil: "networkidle" });
        result.first.push(await page.evaluate(() => performance.getEntriesByName("first-paint")[0].startTime));
        result[name].push(await follow(page, to, waitMs));
        await context.close();
      }
    }
    results.push(result);
  }
  return results;
}
