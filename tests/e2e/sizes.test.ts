import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { LARGE_AMOUNT, LONG_NAME, signInLargeHolder } from "./support/large-holder";
import { missingScreens, publicScreens, signedInScreens } from "../../scripts/screens.mjs";
import { demoLogins, signInByEmail } from "./support/sign-in";

// Touch targets, large text, long words and device settings, on every screen.

const MISSING = { expected: [/status of 404/] };

/**
 * Touch targets smaller than 44 px in either direction. Links inside a sentence may be as small as its letters; those of an error
 * summary are 32 px high, so that the first field stays on the screen.
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const SENTENCES = "p, li, dd, dt, label, figcaption";
    const inSentence = (element: Element) => {
      const sentence = element.closest(SENTENCES);
      if (element.tagName !== "A" || !sentence || getComputedStyle(element).display !== "inline") return false;
      return (sentence.textContent ?? "").trim().length > (element.textContent ?? "").trim().length + 3;
    };
    for (const details of document.querySelectorAll("details")) details.open = true;
    const targets = document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])");
    return [...targets]
      .filter((element) => element.checkVisibility() && !inSentence(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width < 43.5 || box.height < (element.closest("[role=alert] li") ? 31.5 : 43.5))
      .map(({ element, box }) => `${element.tagName} '${element.textContent}' ${box.width} x ${box.height}`);
  });

/** What is wider than the screen, or cut off inside its own box. Blurred characters do not count. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth;
    const cut = [...document.querySelectorAll("body *")].filter((element) => {
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const forEyes = position !== "absolute" && !element.closest("svg, [aria-hidden=true]");
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      if (!forEyes || element.matches("input, textarea")) return false;
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    });
    return [
      ...(wide ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []),
      ...cut.map((one) => one.outerHTML.slice(0, 120)),
    ];
  });

/** Like the browser's setting for larger text: all our lengths follow the root's. */
const doubleText = (page: Page) => page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));

async function eachScreen(page: Page, paths: readonly string[], look: (path: string) => Promise<void>) {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(path);
  }
}

describe("every screen at 375 px", () => {
  const lookAt = (page: Page, paths: readonly string[]) =>
    eachScreen(page, paths, async (path) => {
      expect(await smallTargets(page), path).toEqual([]);
      await doubleText(page);
      expect(await cutOff(page), `${path} with text of 200 %`).toEqual([]);
    });

  it("has targets of 44 px or more and fits text of twice the size: signed out", () =>
    withPage(MISSING, async (page) => {
      await lookAt(page, [...publicScreens, ...missingScreens]);
      await page.goto("/get-started?mode=login");
      await page.locator("input[name=email]").fill("sizes@example.com");
      await page.getByRole("button", { name: "Send code by email" }).click();
      await page.waitForURL("**/enter-OTP");
      expect(await smallTargets(page), "/enter-OTP").toEqual([]);
      await doubleText(page);
      expect(await cutOff(page), "/enter-OTP").toEqual([]);
    }));

  it.each(["newcomer", "investor"] as const)(
    "has targets of 44 px or more and fits text of twice the size: for the %s",
    async (who) => withPage({ as: await signInByEmail(demoLogins[who]) }, (page) => lookAt(page, signedInScreens)),
  );
}, 240_000);

describe("long and foreign words", () => {
  it("fit at 320 and 375 px: right-to-left names, a cask of 60 letters, seven-digit amounts", async () => {
    expect(LONG_NAME.length).toBeGreaterThanOrEqual(60);
    const as = await signInLargeHolder("long");
    const seen = new Map<string, string>();
    await withPage({ as }, async (page) => {
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 812 });
        await eachScreen(page, [...signedInScreens, "/cask-information?cask=csk_long"], async (path) => {
          expect(await cutOff(page), `${path} at ${width} px`).toEqual([]);
          seen.set(path, await page.locator("body").innerText());
        });
      }
      await page.goto("/settings");
      const direction = (text: string) =>
        page.getByText(text).evaluate((element) => getComputedStyle(element).direction);
      expect(await direction("محمد عبد الرحمن")).toBe("rtl");
      expect(await direction("יוסף")).toBe("rtl");
      await page.goto("/personal-details");
      const inputs = page.locator("input, textarea").and(page.locator(":not([type=hidden])"));
      const directions = await inputs.evaluateAll((all) => all.map((input) => getComputedStyle(input).direction));
      expect(directions).toEqual(["rtl", "ltr", "ltr", "rtl"]);
    });
    expect(seen.get("/wallet?tab=portfolio")).toContain(LARGE_AMOUNT);
    expect(seen.get("/wallet?tab=portfolio")).toContain(LONG_NAME);
    expect(seen.get("/cask-information?cask=csk_long")).toContain(LONG_NAME);
  }, 120_000);
});

/** The colours that the large cask of its page is really drawn in, and what it is drawn on. */
const inksOfCask = (page: Page) =>
  page
    .locator("main svg")
    .first()
    .evaluate((svg) => {
      const paths = [...svg.querySelectorAll("path")].map((path) => getComputedStyle(path));
      return {
        fills: paths.map(({ fill }) => fill).filter((fill) => fill !== "none"),
        line: paths.find(({ stroke }) => stroke !== "none")?.stroke ?? "",
        ground: getComputedStyle(svg).backgroundColor,
      };
    });

/** As WCAG counts it, of two 'rgb(...)'. */
function contrast(one: string, other: string): number {
  const luminance = (rgb: string) => {
    const [red = 0, green = 0, blue = 0] = (rgb.match(/\d+/g) ?? []).map((channel) => {
      const share = Number(channel) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("the device's own settings", () => {
  it("for forced colours keep the current tab and a cask's fill level recognisable", async () => {
    const as = await signInByEmail(demoLogins.investor);
    await withPage({ as }, async (page) => {
      await page.emulateMedia({ forcedColors: "active" });
      await page.goto("/wallet?tab=tokens");
      const edges = await page
        .getByRole("navigation", { name: "Wallet" })
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBottomWidth));
      expect(edges).toEqual(["0px", "2px", "0px"]);
      const lines = await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
      expect(lines).toEqual(["none", "underline", "none"]);
      await page.goto("/invest");
      const chosen = await page
        .getByRole("navigation", { name: "Which casks" })
        .getByRole("link")
        .evaluateAll((links) =>
          links.flatMap((link) =>
            getComputedStyle(link).textDecorationLine === "underline" ? [link.textContent] : [],
          ),
        );
      expect(chosen).toEqual(["All", "By close date"]);
      await page.goto("/cask-information?cask=csk_demo_strathquill");
      const forSale = await inksOfCask(page);
      expect(forSale.fills, "what is free, what is sold, the lid").toHaveLength(3);
      const [free = "", sold = ""] = forSale.fills;
      expect(contrast(free, sold), "what is free and what is sold").toBeGreaterThanOrEqual(3);
      expect(contrast(forSale.line, forSale.ground), "the outline and its ground").toBeGreaterThanOrEqual(3);
      await page.goto("/cask-information?cask=csk_demo_glen_orvane");
      const owned = await inksOfCask(page);
      const [rest = "", others = "", own = ""] = owned.fills;
      expect(new Set([rest, others, own]).size).toBe(3);
      expect(contrast(own, others), "one's own stake and those of others").toBeGreaterThanOrEqual(3);
      expect(contrast(owned.line, owned.ground), "the outline and its ground").toBeGreaterThanOrEqual(3);
    });
  });

  it("for reduced motion stop all movement", async () => {
    const as = await signInByEmail(demoLogins.investor);
    const moving = (page: Page) =>
      page.evaluate(() => {
        const styles = [...document.querySelectorAll("*")].map((element) => getComputedStyle(element));
        const still = ({ transitionDuration, animationName }: CSSStyleDeclaration) =>
          transitionDuration.split(", ").every((duration) => parseFloat(duration) === 0) && animationName === "none";
        return styles.filter((style) => !still(style)).length + document.getAnimations().length;
      });
    await withPage({ as, motion: true }, async (page) => {
      // What moves by the page's own style is a dialog as it opens.
      await page.goto("/wallet?tab=rewards");
      await page.locator("a[href*='dialog=share']").first().click();
      await page.getByRole("dialog").waitFor();
      expect(await moving(page), "with no preference").toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await moving(page), "a dialog").toBe(0);
      await eachScreen(page, ["/", "/invest", "/wallet?tab=rewards"], async (path) => {
        expect(await moving(page), path).toBe(0);
      });
    });
  });
});
