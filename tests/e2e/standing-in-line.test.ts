// A cask that more people want than there are stakes, on a phone: told a place, called, bought. With JavaScript and without.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { scripting } from "../support/effort";
import { caskPath, linePath, offerPath } from "~/content/page-paths";
import { lineTexts } from "~/content/line-texts";
import { paymentTexts } from "~/content/payments";
import { type Buyer, leaveLine, makeBuyers, openOffer, press, stageParts } from "../../scripts/launch/buyers.mjs";
import { withPage } from "./support/browser";
import { expectAccessible } from "./support/axe";
import { sql } from "./support/sql";

const CALLED_WITHIN_MS = 40_000;

/** One stake, which the first of them holds; the others stand in line. */
async function fullCask(caskId: string): Promise<{ visitor: Buyer; others: Buyer[] }> {
  const run = { origin: inject("origin") };
  const buyers = makeBuyers(15, inject("secrets").SESSION_SECRET ?? "", { prefix: `usr_of_${caskId}` });
  for (const part of stageParts(caskId, 1, buyers, `Butt of ${caskId}`)) await sql(part);
  const [visitor, ...others] = buyers as [Buyer, ...Buyer[]];
  const told = [];
  for (const buyer of others) told.push((await press(run, caskId, buyer, await openOffer(run, caskId, buyer))).outcome);
  expect(told).toEqual(["held", ...others.slice(1).map(() => "in line")]);
  return { visitor, others };
}

async function letGo(caskId: string, others: Buyer[]): Promise<void> {
  for (const buyer of others.slice(1)) await leaveLine({ origin: inject("origin") }, caskId, buyer);
  await sql([`UPDATE payments SET state = 'cancelled' WHERE cask_id = '${caskId}' AND state IN ('created', 'open')`]);
}

async function signInAs(page: Page, { cookie }: Buyer): Promise<void> {
  const value = cookie.slice("session=".length);
  await page.context().addCookies([{ name: "session", value, url: inject("origin"), httpOnly: true }]);
}

async function pressPay(page: Page): Promise<void> {
  await page.getByRole("button", { name: paymentTexts.proceed }).click();
}

async function fitsThePhone(page: Page, javaScript: boolean): Promise<void> {
  if (javaScript) await expectAccessible(page);
  expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(375);
}

describe.each(scripting(true))("standing in line (JavaScript: %s)", (javaScript) => {
  it("says place 14, calls when a stake comes back, and sells it", { timeout: 120_000 }, async () => {
    const caskId = `csk_line_${javaScript ? "js" : "plain"}`;
    const { visitor, others } = await fullCask(caskId);
    await withPage({ javaScript }, async (page) => {
      await signInAs(page, visitor);
      await page.goto(caskPath(caskId));
      await page.goto(offerPath(caskId));
      await pressPay(page);
      await page.waitForURL(`**${linePath(caskId)}`);
      await page.getByRole("heading", { name: lineTexts.waiting.title(14) }).waitFor();
      await fitsThePhone(page, javaScript);
      await letGo(caskId, others);
      // The page looks again by itself.
      await page.getByRole("heading", { name: lineTexts.called.title }).waitFor({ timeout: CALLED_WITHIN_MS });
      await fitsThePhone(page, javaScript);
      await page.getByRole("link", { name: lineTexts.called.buy }).click();
      await page.waitForURL(`**${offerPath(caskId)}`);
      await pressPay(page);
      await page.waitForURL(`${inject("sandboxOrigin")}/**`);
      await page.locator("button[value=paid]").click();
      await page.waitForURL("**/payment-success**");
      const [stakes] = await sql([`SELECT user_id AS holder FROM stakes WHERE cask_id = '${caskId}'`]);
      expect(stakes).toEqual([{ holder: visitor.id }]);
    });
  });
});
