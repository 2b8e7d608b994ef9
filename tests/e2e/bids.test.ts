import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { withPage } from "./support/browser";
import { arrive, LATENCY_MS, slowDown, tapTwice } from "./support/double-tap";
import { goBack } from "./support/go-back";
import { demoLogins, signInByEmail } from "./support/sign-in";
import { sql } from "./support/sql";

// The vote on a bid of the demo data. A bid from its draft to the credit is in later-days/bids.ts.

describe.each(scripting(true))("the vote on a phone, from the wallet (JavaScript: %s)", (javaScript) => {
  const bid = "/bids/bid_demo_peyrolande";
  const choices = async () => {
    const [rows = []] = await sql([`SELECT choice FROM bid_votes WHERE bid_id = 'bid_demo_peyrolande' ORDER BY id`]);
    return rows.map(({ choice }) => choice);
  };
  const button = (page: Page, choice: string) => page.locator(`button[name=choice][value=${choice}]`);

  it("is saved once however often it is tapped, outlives Back and a reload, and can be changed", async () =>
    withPage({ as: await signInByEmail(demoLogins.investor), javaScript }, async (page) => {
      const before = await choices();
      await page.goto("/wallet");
      await page.locator(`main a[href="${bid}"]`).click();
      await arrive(page, bid);
      await slowDown(page, LATENCY_MS);
      await tapTwice(page, button(page, "accept"));
      await page.getByText(/^You voted to accept the bid\./).waitFor();
      await slowDown(page, 0);
      expect(await choices()).toEqual([...before, "accept"]);
      await page.reload();
      await goBack(page);
      await page.goto(bid);
      expect(await choices()).toEqual([...before, "accept"]);
      await button(page, "decline").click();
      await page.getByText(/^You voted to decline the bid\./).waitFor();
      expect(await choices()).toEqual([...before, "accept", "decline"]);
    }));
});
