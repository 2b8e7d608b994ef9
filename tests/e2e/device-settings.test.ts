import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What a device asks of all pages: forced colours, less movement.

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
      expect(chosen).toEqual(["All"]);
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
      expect(contrast(own, others), "the viewer's stake and those of others").toBeGreaterThanOrEqual(3);
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
      for (const path of ["/", "/invest", "/wallet?tab=rewards"]) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await moving(page), path).toBe(0);
      }
    });
  });
});
