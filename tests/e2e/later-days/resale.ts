import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { ownOfferTexts, sellTexts } from "~/areas/resale/texts";
import { holdingTexts } from "~/content/holding-texts";
import { withPage } from "../support/browser";
import { demoLogins, signInByEmail } from "../support/sign-in";
import { activate, type Life } from "../support/whole-life";

const BUYER = "buys.a.stake@example.com";
const MOST_TAPS = 4;

export function testResale(running: () => Life): void {
  it("offers a stake and buys it from another account, in at most four taps each, on a phone without JavaScript", async () => {
    const run = running();
    await fetch(`${run.sandboxOrigin}/sandbox/market`, {
      ...{ method: "POST", headers: { "Content-Type": "application/json" }, body: '{"market":"open"}' },
    });
    const [stake] =
      await run.rows(`SELECT stakes.id, cask_id AS caskId, number FROM stakes JOIN users ON users.id = user_id
      WHERE email = '${demoLogins.investor}' AND stakes.state = 'active' AND cask_id NOT IN (SELECT cask_id FROM bids)
        AND purchased_at_ms < unixepoch('${await run.now()}', '-130 days') * 1000 ORDER BY purchased_at_ms DESC`);
    const path = `/stakes/${String(stake?.id)}`;
    const taps = { seller: 0, buyer: 0 };
    const tap = async (by: keyof typeof taps, what: Locator) => {
      taps[by] += 1;
      const left = what.page().waitForEvent("framenavigated");
      await what.click();
      await left;
    };
    const [seller, buyer] = [
      await signInByEmail(demoLogins.investor, "mode=login", run),
      await signInByEmail(BUYER, "mode=sign-up", run),
    ];
    await activate(buyer);

    await withPage({ as: seller, run, javaScript: false }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      await tap("seller", page.locator(`main a[href="${path}"]`).first());
      await page.getByText(holdingTexts.waysOut.title).click();
      taps.seller += 1;
      const panel = page.locator("#sell");
      const [, least = ""] = /from \$([\d,]+)/.exec(await panel.innerText()) ?? [];
      await panel.getByLabel(sellTexts.price).fill(least.replace(",", ""));
      await tap("seller", panel.getByRole("button", { name: sellTexts.preview }));
      await tap("seller", panel.getByRole("button", { name: /^Offer it for/ }));
      await panel.getByText("On offer for").waitFor();
    });

    await withPage({ as: buyer, run, javaScript: false }, async (page) => {
      await page.goto(`/cask-information?cask=${String(stake?.caskId)}`);
      await tap("buyer", page.getByRole("link", { name: `Buy stake ${String(stake?.number)}`, exact: true }));
      await page.locator("input[name=full_name]").fill("Asha Rao");
      await tap("buyer", page.getByRole("button", { name: "Proceed to payment" }));
      await tap("buyer", page.locator("button[value=paid]"));
      await page.getByText("Stake added to your account").waitFor();
      await page.getByText("Download PDF").waitFor();
    });

    await withPage({ as: seller, run, javaScript: false }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      const [sold] = await run.rows(`SELECT payable_from_ms AS ms FROM offers WHERE stake_id = '${String(stake?.id)}'`);
      await page
        .locator("#own-offers")
        .getByText(ownOfferTexts.sold(Number(sold?.ms)))
        .waitFor();
    });
    for (const many of Object.values(taps)) expect(many).toBeLessThanOrEqual(MOST_TAPS);
    await run.booksBalance();
  });
}
