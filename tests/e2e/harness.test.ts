import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";

// The browser tests only prove something if a page that logs an error fails them.

const onLanding = (act: () => void, isTold: (page: Page) => Promise<unknown> = async () => undefined) =>
  withPage({}, async (page: Page) => {
    await page.goto("/");
    const told = isTold(page);
    await page.evaluate(act);
    await told;
  });

describe("a browser test", () => {
  it.each([
    ["logs an error", () => console.error("planted"), "console error: planted"],
    ["warns", () => console.warn("planted"), "console warning: planted"],
    [
      "throws",
      () => {
        setTimeout(() => {
          throw new Error("planted");
        });
      },
      "page error: planted",
    ],
    [
      "is held back by its Content-Security-Policy",
      () => {
        const style = document.createElement("style");
        style.textContent = "body { color: red }";
        document.head.appendChild(style);
      },
      "Content Security Policy",
    ],
  ])("fails when its page %s", async (_what, act, problem) => {
    const told = (page: Page) => Promise.race([page.waitForEvent("console"), page.waitForEvent("pageerror")]);
    await expect(onLanding(act, told)).rejects.toThrow(problem);
  });

  it("passes when its page is quiet", async () => {
    await expect(onLanding(() => undefined)).resolves.toBeUndefined();
  });
});
