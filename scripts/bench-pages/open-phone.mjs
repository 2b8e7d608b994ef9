// A browser of a phone's size, driven tap by tap, for visitors and for the demo investor.
import { chromium } from "playwright-core";
import { chromiumFlags, findChromium } from "../find-chromium.mjs";

/** A Cookie header as a browser keeps it. */
export const cookiesOf = ({ origin, cookie }) =>
  cookie.split("; ").map((pair) => {
    const cut = pair.indexOf("=");
    return { name: pair.slice(0, cut), value: pair.slice(cut + 1), url: origin };
  });

/** @param {{ origin: string, cookie: string, flags: string[] }} options `cookie`: the investor's Cookie header */
export async function openPhone({ origin, cookie, flags }) {
  const { path, problem } = await findChromium();
  if (problem) throw new Error(problem);
  const browser = await chromium.launch({ executablePath: path, args: [...chromiumFlags, ...flags] });
  const cookies = cookiesOf({ origin, cookie });
  const openContext = async (signedIn) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 375, height: 812 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
    });
    if (signedIn) await context.addCookies(cookies);
    return context;
  };
  return { openContext, close: () => browser.close() };
}

/** As slow as a cheap phone, of this machine's speed. */
const CPU = 6;

/**
 * Measures as often as asked, each time in a context of its own.
 * @param measure gets the page and `slowDown`, after which it runs at a sixth of this machine's speed
 * @returns {Promise<number[]>} what each measured, in ms
 */
export async function measureOften({ openContext }, { runs, signedIn }, measure) {
  const found = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await openContext(signedIn);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const slowDown = () => devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU });
    found.push(await measure(page, slowDown));
    await context.close();
  }
  return found;
}
