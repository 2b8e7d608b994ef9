import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketScreens } from "../support/screens";
import { effort } from "../support/effort";
import { withPage } from "./support/browser";
import { LATENCY_MS, slowDown, tapTwice } from "./support/double-tap";
import { smallTargets, wrongAtWidths, wrongForAxe } from "./support/look-at";
import { demoLogins, signInByEmail } from "./support/sign-in";
import { type Life, startLife } from "./support/whole-life";

// The market, in a run of its own: it is opened there, and the clock moved into a round. In `npm run assure`: each day that passes takes
// seconds. Each step has its tests in tests/areas/market and tests/routes/market.

const DAY_MS = 86_400_000;
const SHOTS = process.env.SHOTS;

let life: Life;
beforeAll(async () => {
  if (!effort(false, true)) return;
  life = await startLife();
  const { round, next_round_opens_at: opensAt } = await ask<Standing>();
  if (!round) await life.moveOn(Math.ceil((Date.parse(opensAt) - Date.parse(await life.now())) / DAY_MS));
}, 1_800_000);
afterAll(() => (effort(false, true) ? life.stop() : undefined));

type Standing = { round: object | null; next_round_opens_at: string; open_orders: number };

async function ask<T extends object>(body?: object): Promise<T> {
  const init = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await (await fetch(`${life.sandboxOrigin}/sandbox/market`, init)).json()) as T;
}

const openMarket = async () => {
  expect(await ask({ market: "open" })).toMatchObject({ status: true, market: "open" });
  await life.rows(`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT 'promotion:e2e', 'house:promotions', 'user:' || id || ':wallet', 100000, 'USD', 'promotion', 'promotion:e2e', 1
    FROM users WHERE email = '${demoLogins.investor}'`);
};

async function look(page: Page, name: string, javaScript: boolean): Promise<void> {
  if (javaScript)
    expect([await wrongForAxe(page), await smallTargets(page), await wrongAtWidths(page)]).toEqual([[], [], []]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe.runIf(effort(false, true))("the market", () => {
  it("does not exist until it is opened, and nothing leads there", async () => {
    const journey = await signInByEmail(demoLogins.investor, "mode=login", life);
    expect((await journey.visit("/market")).status).toBe(404);
    expect((await journey.visit("/wallet")).html).not.toContain("/market");
    await openMarket();
    expect((await journey.visit("/market")).status).toBe(200);
  });

  it("looks right on every screen of it, at every width", async () => {
    const journey = await signInByEmail(demoLogins.investor, "mode=login", life);
    await withPage({ as: journey, run: life, expected: [/\b4\d\d\b/] }, async (page) => {
      for (const path of marketScreens) {
        await page.goto(path);
        await look(page, `screen${path.replace(/\W+/g, "-")}`, true);
      }
    });
  });

  it.each([true, false])(
    "takes an order to buy and one to sell, and gives both back (JavaScript: %s)",
    async (javaScript) => {
      const journey = await signInByEmail(demoLogins.investor, "mode=login", life);
      const kind = javaScript ? "script" : "plain";
      await withPage({ as: journey, run: life, javaScript, expected: [/\b4\d\d\b/] }, async (page) => {
        await page.goto("/market");
        await look(page, `market-${kind}`, javaScript);
        await page
          .getByRole("link", { name: /^Buy or sell/ })
          .first()
          .click();
        await page.getByRole("link", { name: "Buy", exact: true }).click();
        await page.getByLabel("The most you will pay").fill("9999999");
        await button(page, "Place the buy order").click();
        await page
          .getByText(/Limit: enter at most/)
          .first()
          .waitFor();
        expect(await page.getByLabel("The most you will pay").inputValue()).toBe("9999999");
        await look(page, `market-refused-${kind}`, javaScript);
        await page.getByLabel("The most you will pay").fill("12.34");
        await slowDown(page, LATENCY_MS);
        await tapTwice(page, button(page, "Place the buy order"));
        await page.getByText("Buy 1 stake at $12.34 or less each").first().waitFor();
        await slowDown(page, 0);
        await look(page, `market-bought-${kind}`, javaScript);
        expect(await page.getByLabel("The most you will pay").count()).toBe(0);
        await slowDown(page, LATENCY_MS);
        await tapTwice(page, button(page, "Withdraw the order"));
        await page.getByText("Your order is withdrawn.").waitFor();
        await slowDown(page, 0);
        await page.getByRole("link", { name: "Sell", exact: true }).click();
        await look(page, `market-sell-${kind}`, javaScript);
        await page
          .getByRole("checkbox", { name: /^Stake/ })
          .first()
          .check();
        await page.getByLabel("The least you will take").fill("500");
        await button(page, "Place the sell order").click();
        await page
          .getByText(/^Sell 1 stake at \$500.00/)
          .first()
          .waitFor();
        await page.goBack();
        await page.reload();
        await page
          .getByText(/^Sell 1 stake at \$500.00/)
          .first()
          .waitFor();
        await look(page, `market-sold-${kind}`, javaScript);
        await button(page, "Withdraw the order").click();
        await page.getByText("Your order is withdrawn.").waitFor();
      });
      await life.booksBalance();
    },
  );

  it.each([true, false])(
    "leads from the wallet to the money for an order: amount, payment, wallet (JavaScript: %s)",
    async (javaScript) => {
      const journey = await signInByEmail(demoLogins.investor, "mode=login", life);
      const kind = javaScript ? "script" : "plain";
      await withPage({ as: journey, run: life, javaScript, expected: [/\b4\d\d\b/] }, async (page) => {
        await page.goto("/wallet?tab=portfolio");
        await page.getByRole("link", { name: "Add money" }).click();
        await page.getByLabel("Amount in US dollars").fill("12.50");
        await button(page, "Continue to payment").click();
        await page.getByText("Amount: enter whole dollars").waitFor();
        expect(await page.getByLabel("Amount in US dollars").inputValue()).toBe("12.50");
        await look(page, `add-money-${kind}`, javaScript);
        await page.getByLabel("Amount in US dollars").fill("75");
        await button(page, "Continue to payment").click();
        await page.getByText("Money for your wallet").waitFor();
        await look(page, `top-up-${kind}`, javaScript);
        await slowDown(page, LATENCY_MS);
        await tapTwice(page, button(page, "Proceed to payment").first());
        await expect.poll(() => new URL(page.url()).origin).toBe(life.sandboxOrigin);
        await slowDown(page, 0);
        await page.goto(`${life.origin}/wallet?tab=portfolio`);
        const cancel = page.getByRole("button", { name: "Cancel the payment of Money for your wallet" });
        expect(await cancel.count()).toBe(1);
        await tapTwice(page, cancel);
        await page.getByText("Nothing was charged, and nothing was added to your wallet.").waitFor();
        await look(page, `top-up-cancelled-${kind}`, javaScript);
      });
    },
  );
});
