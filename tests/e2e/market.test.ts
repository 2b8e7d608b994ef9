import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effort } from "../support/effort";
import { withPage } from "./support/browser";
import { smallTargets, wrongAtWidths, wrongForAxe } from "./support/look-at";
import { demoLogins, signInByEmail } from "./support/sign-in";
import { type Life, startLife } from "./support/whole-life";

// The market, in a run of its own: it is opened there, and the clock moved into a round. In `npm run assure`: each day that passes takes
// seconds. Each step has its tests in tests/areas/market and tests/routes/market.

const DAY_MS = 86_400_000;
const SHOTS = process.env.SHOTS;

/** Days until a first Monday, and one more. */
function daysToRound(now: string): number {
  let days = 1;
  const at = () => new Date(Date.parse(now) + days * DAY_MS);
  while (at().getUTCDay() !== 2 || at().getUTCDate() > 8 || at().getUTCDate() < 2) days += 1;
  return days;
}

let life: Life;
beforeAll(async () => {
  if (!effort(false, true)) return;
  life = await startLife();
  await life.moveOn(daysToRound(await life.now()));
}, 1_800_000);
afterAll(() => (effort(false, true) ? life.stop() : undefined));

const openMarket = async () => {
  await life.rows("DROP TRIGGER settings_text_by_two");
  await life.rows("UPDATE settings SET text = '*' WHERE key = 'market_countries'");
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
        await page.getByLabel("The most you pay").fill("9999999");
        await button(page, "Place the buy order").click();
        await page
          .getByText(/Limit: enter at most/)
          .first()
          .waitFor();
        expect(await page.getByLabel("The most you pay").inputValue()).toBe("9999999");
        await look(page, `market-refused-${kind}`, javaScript);
        await page.getByLabel("The most you pay").fill("12.34");
        await button(page, "Place the buy order").click();
        await page.getByText("Buy 1 stake at $12.34 or less each").first().waitFor();
        await look(page, `market-bought-${kind}`, javaScript);
        expect(await page.getByLabel("The most you pay").count()).toBe(0);
        await button(page, "Withdraw the order").click();
        await page.getByText("Your order is withdrawn.").waitFor();
        await page.getByRole("link", { name: "Sell", exact: true }).click();
        await look(page, `market-sell-${kind}`, javaScript);
        await page
          .getByRole("checkbox", { name: /^Stake/ })
          .first()
          .check();
        await page.getByLabel("The least you take").fill("500");
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
});
