import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Pages that Chromium fetches while a link is pointed at (public/speculation-rules.json), and what is never fetched ahead.

type Rule = { where: { and: [{ href_matches: string[] }, ...unknown[]] } };
type Rules = Record<"prefetch" | "prerender", [Rule]>;

const rules = JSON.parse(readFileSync("public/speculation-rules.json", "utf8")) as Rules;
const pathsOf = (kind: keyof Rules) => rules[kind][0].where.and[0].href_matches;
let investor: HttpJourney;

beforeAll(async () => void (investor = await signInByEmail(demoLogins.investor)));

/** Points at a link, for as long as a browser takes to begin, then follows it. @returns what was asked for before the tap, and how the page came */
async function follow(page: Page, href: string) {
  const ahead: string[] = [];
  page.context().on("request", (request) => {
    if (request.headers()["sec-purpose"]?.includes("prefetch")) ahead.push(new URL(request.url()).pathname);
  });
  const link = page.locator(`a[href="${href}"]`).first();
  await link.hover();
  await page.waitForTimeout(1_500);
  await link.click();
  await page.waitForURL(`**${href}`);
  const came = await page.evaluate(
    () => (performance.getEntriesByType("navigation")[0] as { deliveryType?: string }).deliveryType,
  );
  return { ahead, came };
}

describe("a page whose link is pointed at", () => {
  it("is fetched or drawn ahead for an investor", async () => {
    await withPage({ as: investor }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      for (const href of ["/stakes", "/wallet", "/invest", "/invest?kind=wine"])
        expect(await follow(page, href), href).toMatchObject({ came: "navigational-prefetch" });
    });
  });

  it("is fetched again at the tap if it holds a message that is shown once", async () => {
    await withPage({ as: investor, expected: [/503|ERR_FAILED/] }, async (page) => {
      await page.goto("/stakes");
      const [{ domain } = { domain: "localhost" }] = await page.context().cookies();
      await page.context().addCookies([{ name: "toast", value: btoa('"user-updated"'), domain, path: "/" }]);
      const { ahead, came } = await follow(page, "/wallet");
      expect(ahead).toContain("/wallet");
      expect(came).toBe("");
    });
  });

  it("is not fetched where a tap is remembered: a tab of the wallet", async () => {
    await withPage({ as: investor }, async (page) => {
      await page.goto("/notices");
      await page.evaluate(() => {
        document.querySelector("main")?.insertAdjacentHTML("afterbegin", '<a href="/wallet?tab=tokens">Tokens</a>');
      });
      expect(await follow(page, "/wallet?tab=tokens")).toEqual({ ahead: [], came: "" });
      const cookies = await page.context().cookies();
      expect(cookies.some(({ name }) => name === "wallet-tab")).toBe(true);
    });
  });
});

describe("what may be fetched ahead", () => {
  it("is nothing of an operator's, no file, and no step of a login, a payment or a leave", () => {
    const never = /operator|sandbox|logout|stripe|payment|otp|confirm|close|bank|personal|phone|\.|\*/i;
    expect(pathsOf("prefetch").filter((path) => never.test(path))).toEqual([]);
  });

  it("is drawn ahead only if it has no script, or one that waits for what is done on the page", async () => {
    const drawn = pathsOf("prerender");
    expect(drawn.filter((path) => !pathsOf("prefetch").includes(path))).toEqual([]);
    const scripts = drawn
      .filter((path) => !path.includes(":"))
      .map(async (path) => [path, (await (await investor.fetch(path)).text()).split("<script").length - 1] as const);
    const withScript = (await Promise.all(scripts)).filter(([, count]) => count > 0);
    expect(withScript).toEqual([
      ["/get-started", 1],
      ["/invest", 1],
      ["/cask-information", 1],
      ["/wallet", 1],
      ["/settings", 1],
    ]);
  });
});
