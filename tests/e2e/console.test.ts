import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { operatorScreens } from "../support/screens";
import { effort } from "../support/effort";
import { expectAccessible } from "./support/look-at";
import { withPage } from "./support/browser";
import { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// The operators' pages at a desk and on a phone, on the demo data: each list, and the page of its first row.

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 812 };

/** All lists are drawn by one component, and so are all things: axe looks at one of each on the phone, too. */
async function lookAt(page: Page, path: string, axeAt = effort([DESK], [PHONE, DESK])) {
  expect((await page.goto(path))?.status(), path).toBe(200);
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    if (axeAt.includes(size)) await expectAccessible(page);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${path} at ${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}

const CASK_PARTS = ["", "/write", ...["value", "gauge", "evidence", "bid", "sell"].map((view) => `?view=${view}`)];

const firstRow = (page: Page) => page.locator("[data-row] a").first();

describe("the console", () => {
  it("is accessible and fits a phone and a desk, list by list and thing by thing", async () => {
    const asker = new HttpJourney();
    await asker.visit("/customer-support");
    const asked = { name: "Asha Rao", contact: "console@example.com", kind: "payment", message: "I see nothing." };
    await asker.submit(asked, { button: "Send" });
    const operator = await signInByEmail(demoLogins.operator);
    await withPage({ as: operator }, async (page) => {
      const seen = new Set<string>();
      for (const path of operatorScreens) {
        const axeAt = path === "/operator/users" ? [PHONE, DESK] : undefined;
        await lookAt(page, path, axeAt);
        if ((await firstRow(page).count()) === 0) continue;
        const thing = (await firstRow(page).getAttribute("href")) ?? "";
        const kind = thing.replace(/\/[^/]*$/, "");
        if (!kind.startsWith("/operator/") || seen.has(kind)) continue;
        seen.add(kind);
        const parts = kind === "/operator/casks" ? CASK_PARTS : [""];
        for (const part of parts) await lookAt(page, `${thing}${part}`, axeAt);
      }
      // A payout run is there only once one was made: tests/routes/operator looks at its page.
      expect([...seen].filter((kind) => kind !== "/operator/payout-runs").sort()).toEqual(
        ["casks", "certificates", "payments", "support", "users", "withdrawals"].map((kind) => `/operator/${kind}`),
      );
    });
  });
});
