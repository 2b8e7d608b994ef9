import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";

// The pages of a day whose audit is there: which day it is, is known only once it was made.

const CASK = "csk_demo_strathquill";
const fetched = async (path: string) => await fetch(new URL(path, inject("origin")));

async function auditedDay(): Promise<string> {
  for (let ticks = 0; ticks < 40; ticks++) {
    const latest = await fetched("/audit/latest.json");
    if (latest.ok) return ((await latest.json()) as { date: string }).date;
    await fetch(`${inject("sandboxOrigin")}/sandbox/tick`, { method: "POST" });
  }
  throw new Error("no audit was made");
}

describe("the pages of an audited day", () => {
  it("are accessible, fit every width, and are light", async () => {
    const date = await auditedDay();
    const paths = [
      "/audit",
      `/audit/${date}`,
      `/audit/${date}/${CASK}`,
      "/proof",
      "/evidence?cask=csk_demo_loch_ardel",
    ];
    await withPage({}, async (page) => {
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectAccessible(page);
        for (const width of [320, 375, 430, 1280]) {
          await page.setViewportSize({ width, height: 812 });
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(scrollWidth, `${path} at ${width} px`).toBeLessThanOrEqual(width);
        }
        expect(gzipSync(await (await fetched(path)).text()).length, path).toBeLessThanOrEqual(14_000);
      }
    });
  }, 120_000);
});
