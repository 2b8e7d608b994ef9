// Pages at phone size in the one browser of the run. A console message that a visitor could see fails the test, and so
// does a request that fails or leaves the two local sites.
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import { chromiumFlags } from "../../../scripts/find-chromium.mjs";
import type { HttpJourney } from "./http-journey";

export type PageOptions = {
  javaScript?: boolean;
  /** Signs the page in with this journey's session. */
  as?: HttpJourney;
  /** Problems that the test expects, such as a console line saying that a form was answered with 400. */
  expected?: RegExp[];
  width?: number;
  height?: number;
  /** Pages change with a transition. Without it, as for visitors who want less motion: one that is cut short is an error in Chromium's console. */
  motion?: boolean;
  /** Another run than the one that all tests share. */
  run?: { origin: string; sandboxOrigin: string };
};

/** One for all files: they share this process and its modules, and the browser ends with it. */
let shared: Promise<Browser> | undefined;
let whole: Promise<Browser> | undefined;

/** For a file of what the headless shell cannot do: says so at its top. Back shows a page from memory, as on a phone. */
export function useWholeChromium() {
  whole = chromium.launch({
    executablePath: inject("chromiumPath"),
    args: chromiumFlags,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  afterAll(async () => {
    await (await whole)?.close();
    whole = undefined;
  });
}

/** One process draws all pages, one after the other: a new one for each context would cost a tenth more. */
const flags = [...chromiumFlags, "--renderer-process-limit=1"];
const openBrowser = () => whole ?? (shared ??= chromium.launch({ executablePath: inject("shellPath"), args: flags }));

/** A separate IP for each context, as if from another household: limits count by IP. */
export const someAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 254) + 1).join(".")}`;

function collectProblems(context: BrowserContext, ownSites: readonly string[], javaScript: boolean) {
  const problems: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.push(`page error: ${error.error().message}`));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !ownSites.includes(origin)) problems.push(`request to another site: ${origin}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A navigation that starts while another is running aborts it.
    // With JavaScript off Chromium refuses to preload scripts, as it should.
    if (!javaScript && reason === "csp" && new URL(request.url()).pathname.endsWith(".js")) return;
    if (reason !== "net::ERR_ABORTED") problems.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  return problems;
}

export async function withPage<T>(options: PageOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const { javaScript = true, as, expected = [], width = 375, height = 812, motion = false, run } = options;
  const { origin, sandboxOrigin } = run ?? { origin: inject("origin"), sandboxOrigin: inject("sandboxOrigin") };
  const running = await openBrowser();
  const context = await running.newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport: { width, height },
    locale: "en-GB",
    reducedMotion: motion ? "no-preference" : "reduce",
    extraHTTPHeaders: { "CF-Connecting-IP": someAddress() },
  });
  // Now and then wrangler's proxy keeps a request for more than ten seconds on a busy machine.
  context.setDefaultTimeout(120_000);
  const problems = collectProblems(context, [origin, sandboxOrigin], javaScript);
  try {
    if (as) await context.addCookies(as.cookiesFor(origin));
    const result = await work(await context.newPage());
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, unexpected.join("; ")).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

/** Back, once the page is done: a page that is still being loaded would swallow it. */
export async function goBack(page: Page) {
  await page.waitForLoadState("load");
  return page.goBack();
}
