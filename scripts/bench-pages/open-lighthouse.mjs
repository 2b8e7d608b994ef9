// Looks at pages with Lighthouse, in a browser of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { cookiesOf } from "./open-phone.mjs";
import { chromiumFlags, findChromium } from "../find-chromium.mjs";
import { findFreePort } from "../steps/free-port.mjs";
import { loadOwnPackage } from "./own-packages.mjs";

async function openBrowser() {
  const port = await findFreePort();
  const profile = mkdtempSync(join(tmpdir(), "dunnage-lighthouse-"));
  const flags = [...chromiumFlags, "--headless=new", `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const { path, problem } = await findChromium();
  if (problem) throw new Error(problem);
  const browser = spawn(path, [...flags, "about:blank"], { stdio: "ignore" });
  for (let tries = 0; ; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)) break;
    if (tries === 100) throw new Error("Chromium did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const close = async () => {
    browser.kill();
    await new Promise((resolve) => browser.once("exit", resolve));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, setCookies: (cookies) => setCookies(port, cookies), close };
}

/** Connected for a moment only: an observer takes time from the page. */
async function setCookies(port, cookies) {
  const devtools = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = devtools.contexts();
  await context.clearCookies();
  await context.addCookies(cookies);
  await devtools.close();
}

/** @param {{ origin: string, cookie: string }} app `cookie`: the investor's Cookie header */
export async function openLighthouse({ origin, cookie }) {
  const lighthouse = await loadOwnPackage("lighthouse");
  const browser = await openBrowser();
  return {
    /** @returns Lighthouse's categories and audits @throws if the page could not be looked at */
    async look(path, signedIn) {
      // Lighthouse empties the browser before each page, but for its cookies.
      await browser.setCookies(signedIn ? cookiesOf({ origin, cookie }) : []);
      const { lhr } = await lighthouse(`${origin}${path}`, {
        port: browser.port,
        output: "json",
        logLevel: "error",
        onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
      });
      if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      return lhr;
    },
    close: browser.close,
  };
}
