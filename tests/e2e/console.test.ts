import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { csvFile } from "../support/bank-files";
import { operatorScreens } from "../support/screens";
import { effort, scripting } from "../support/effort";
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
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    if (axeAt.includes(size)) await expectAccessible(page);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${path} at ${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}

const CASK_PARTS = ["", ...["value", "gauge", "evidence", "bid", "sell"].map((view) => `?view=${view}`)];

/** A run, and a bank report, which are there only once someone made them. The run is called back, and the report's line dropped. */
async function lookAtPayouts(page: Page) {
  const press = (name: string) => page.getByRole("button", { name }).click();
  await page.goto("/operator/payout-runs");
  await press("Make a payout run");
  await page.getByRole("heading", { name: /^Payout run \d/, level: 1 }).waitFor();
  await lookAt(page, new URL(page.url()).pathname);
  await page.getByLabel("Why it is called back").fill("Only looked at.");
  await press("Call back the whole run");
  await page.goto("/operator/bank-answers");
  const buffer = Buffer.from(csvFile([{ reference: "DUN77R1", cents: 100 }]));
  await page.locator('[name="file"]').setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer });
  await press("Upload it");
  await expectAccessible(page);
  await press("Read it like this");
  await page.getByText("One line waits in Trouble").waitFor();
  await page.goto("/operator/trouble");
  const letter = page.locator("form", { has: page.locator('[name="letter"][value^="bank:"]') }).last();
  await letter.locator("[name=reason]").fill("Only looked at.");
  await letter.getByRole("button").click();
}

const firstRow = (page: Page) => page.locator("[data-row] a").first();

it.each(scripting(true))(
  "the console is accessible and fits a phone and a desk, list by list, thing by thing, JS %s",
  async (javaScript) => {
    const asker = new HttpJourney();
    await asker.visit("/customer-support");
    const asked = { name: "Asha Rao", contact: "console@example.com", kind: "payment", message: "I see nothing." };
    await asker.submit(asked, { button: "Send" });
    const operator = await signInByEmail(demoLogins.operator);
    await withPage({ as: operator, javaScript }, async (page) => {
      if (javaScript) await lookAtPayouts(page);
      const seen = new Set<string>();
      for (const path of operatorScreens) {
        // axe waits for promises, which a page without JavaScript never settles.
        const axeAt = !javaScript ? [] : path === "/operator/users" ? [PHONE, DESK] : undefined;
        await lookAt(page, path, axeAt);
        if ((await firstRow(page).count()) === 0) continue;
        const thing = (await firstRow(page).getAttribute("href")) ?? "";
        const kind = thing.replace(/\/[^/]*$/, "");
        if (!kind.startsWith("/operator/") || seen.has(kind)) continue;
        seen.add(kind);
        const parts = kind === "/operator/casks" ? CASK_PARTS : [""];
        for (const part of parts) await lookAt(page, `${thing}${part}`, axeAt);
      }
      const things = ["casks", "certificates", "payments", "payout-runs", "support", "users", "withdrawals"];
      expect([...seen].sort()).toEqual(["bank-answers", ...things].map((kind) => `/operator/${kind}`));
    });
  },
);
