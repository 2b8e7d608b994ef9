// How soon the first two pages of a visit are painted, on slow 4G and a quarter of this machine's speed; the second where its link was
// pointed at for a second before the tap, and where it was not. The line is there already: names, TCP and TLS are not in the first.
import { chromiumFlags, findChromium } from "../find-chromium.mjs";
import { cookiesOf } from "./open-phone.mjs";
import { loadOwnPackage } from "./own-packages.mjs";

const CPU = 4;
const POINTED_MS = 1_000;
const PAINTED_WITHIN_MS = 2_000;

/** From, to, and whether the visitor is signed in. */
const STEPS = [
  ["/", "/get-started", false],
  ["/fees", "/proof", false],
  ["/proof", "/audit", false],
  ["/wallet?tab=portfolio", "/stakes", true],
  ["/stakes", "/wallet", true],
  ["/wallet?tab=portfolio", "/invest", true],
  ["/invest", "/cask-information", true],
];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** In the page: where the first link to a path is to be touched. */
function findLink(path) {
  const links = [...document.querySelectorAll(`a[href="${path}"], a[href^="${path}?"]:not([href*="tab="])`)];
  const link = links.find((one) => one.checkVisibility());
  link.scrollIntoView({ block: "center" });
  const { x, y, width, height } = link.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** In the page: when it was painted first, in ms of the clock. A page drawn ahead is painted once it is shown. */
const PAINTED_AT = `performance.timeOrigin + performance.getEntriesByName("first-paint")[0].startTime`;

/** A page drawn ahead takes the place of the one before, which Puppeteer loses by that: it is asked without its help. */
async function askShown(context, path, expression) {
  const shown = context
    .targets()
    .find((target) => target.url().startsWith(`http`) && new URL(target.url()).pathname === path);
  if (!shown) throw new Error(`${path} was asked for, and is not shown`);
  const devtools = await shown.createCDPSession();
  const { result } = await devtools.send("Runtime.evaluate", { expression });
  return result.value;
}

async function follow(context, page, path, waitMs) {
  const { x, y } = await page.evaluate(findLink, path);
  if (waitMs > 0) {
    await page.mouse.move(x, y);
    await sleep(waitMs);
  }
  const tappedAt = Date.now();
  await page.mouse.click(x, y);
  await sleep(PAINTED_WITHIN_MS);
  return (await askShown(context, path, PAINTED_AT)) - tappedAt;
}

/**
 * Driven by Puppeteer, because pages are not drawn ahead for a browser that Playwright looks into.
 * @returns {Promise<{ from: string, to: string, first: number[], pointed: number[], tapped: number[] }[]>} ms to the first paint; of the second page from the tap on
 */
export async function measureSecondPage({ origin, cookie, flags, runs }) {
  const puppeteer = await loadOwnPackage("puppeteer-core");
  const { path: executablePath, problem } = await findChromium();
  if (problem) throw new Error(problem);
  const browser = await puppeteer.launch({ executablePath, args: [...chromiumFlags, ...flags] });
  const cookies = cookiesOf({ origin, cookie }).map(({ name, value }) => ({
    name,
    value,
    domain: new URL(origin).hostname,
  }));
  const step = async ([from, to, signedIn], result, [name, waitMs]) => {
    const context = await browser.createBrowserContext();
    if (signedIn) await context.setCookie(...cookies);
    const page = await context.newPage();
    await page.setViewport({ width: 375, height: 812, deviceScaleFactor: 2 });
    await page.emulateCPUThrottling(CPU);
    await page.goto(`${origin}${from}`, { waitUntil: "networkidle0" });
    result.first.push(await page.evaluate(() => performance.getEntriesByName("first-paint")[0].startTime));
    result[name].push(await follow(context, page, to, waitMs));
    await context.close();
  };
  const results = [];
  for (const [from, to, signedIn] of STEPS) {
    const result = { from, to, first: [], pointed: [], tapped: [] };
    for (let run = 0; run < runs; run += 1)
      for (const way of [
        ["pointed", POINTED_MS],
        ["tapped", 0],
      ])
        await step([from, to, signedIn], result, way);
    results.push(result);
  }
  await browser.close();
  return results;
}
