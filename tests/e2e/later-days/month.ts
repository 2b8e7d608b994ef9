import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type Booked, csvFile } from "../../support/bank-files";
import { expectAccessible } from "../support/look-at";
import { withPage } from "../support/browser";
import { demoLogins, signInByEmail } from "../support/sign-in";
import type { Life } from "../support/whole-life";

// A month's payouts and its books by the pages that two operators use, one with JavaScript and one without. What can go wrong in between
// is in tests/routes/operator/month.test.ts.

/** What a file for the bank asks for. */
const askedIn = (csv: string): Booked[] =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","))
    .map((cells) => ({ reference: cells.at(-1) ?? "", cents: Math.round(Number(cells.at(-2)) * 100) }));

export function testMonth(running: () => Life): void {
  describe("a month of payouts", () => {
    const as = async (email: string, javaScript: boolean, work: (page: Page) => Promise<void>, width = 1280) => {
      const journey = await signInByEmail(email, "mode=login", running());
      await withPage({ as: journey, run: running(), javaScript, width, height: 900 }, work);
    };
    const handIn = async (page: Page, booked: Booked[]) => {
      await page.goto("/operator/bank-answers");
      const buffer = Buffer.from(csvFile(booked));
      await page.locator('[name="file"]').setInputFiles({ name: "answer.csv", mimeType: "text/csv", buffer });
      await press(page, "Upload it");
    };
    const dropLetter = async (page: Page) => {
      const letter = page.locator("form", { has: page.locator('[name="letter"][value^="bank:"]') }).last();
      await letter.locator("[name=reason]").fill("Seen to with the bank.");
      await letter.getByRole("button").click();
    };
    const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

    it("leaves in a file that the bank takes, is marked as its answer says, and its books add up", async () => {
      let asked: Booked[] = [];
      let answer = "";
      const books = "/operator/books";
      await as(demoLogins.operator, true, async (page) => {
        await page.goto("/operator/payout-runs");
        await press(page, "Make a payout run");
        await page.getByRole("heading", { name: "Payout run 1", level: 1 }).waitFor();
      });
      await as(demoLogins.secondOperator, false, async (page) => {
        await page.goto("/operator/payout-runs");
        await page.getByRole("link", { name: "Payout run 1" }).click();
        const [saved] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("link", { name: /^Download the file/ }).click(),
        ]);
        asked = askedIn(readFileSync(await saved.path(), "utf8"));
        expect(asked.length).toBeGreaterThan(0);
        await handIn(page, [...asked, { reference: "DUN77R1", cents: 100 }]);
        await press(page, "Read it like this");
        await page.getByText("One line waits in Trouble").waitFor();
        answer = new URL(page.url()).pathname;
      });
      await as(demoLogins.operator, true, async (page) => {
        await page.goto(answer);
        await press(page, /^Mark \d+ requests? paid/);
        await page.getByText("Marked", { exact: true }).waitFor();
        await page.getByRole("link", { name: "Trouble", exact: true }).last().click();
        await dropLetter(page);
        await page.getByText("DUN77R1").waitFor({ state: "detached" });
        await page.goto(books);
        await page.getByText("The trial balance adds up to zero").waitFor();
      });
      // The columns are known by now. On a phone, without JavaScript.
      const atPhone = async (page: Page) => {
        await handIn(page, [{ ...(asked[0] ?? expect.fail("nothing was asked for")), bank: "RET-1", kind: "return" }]);
        await page.locator('a[href$="?return=RET-1"]').click();
        await page.getByLabel("Why it came back").fill("Account closed");
        await press(page, /^Record that .* came back$/);
        await page.getByText("Sent back", { exact: true }).waitFor();
        await page.goto("/operator/trouble");
        await dropLetter(page);
        await page.getByText("RET-1").waitFor({ state: "detached" });
        await page.goto(books);
        await page.getByText("The trial balance adds up to zero").waitFor();
      };
      await as(demoLogins.secondOperator, false, atPhone, 375);
      const [open] = await running()
        .rows(`SELECT (SELECT count(*) FROM withdrawals JOIN payout_run_rows ON withdrawal_id = withdrawals.id WHERE state = 'sending') AS sending,
      (SELECT count(*) FROM dead_letters WHERE origin = 'bank' AND resolved_at_ms IS NULL) AS letters`);
      expect(open).toEqual({ sending: 0, letters: 0 });
      await as(demoLogins.operator, true, async (page) => {
        for (const path of [books, answer, "/operator/payout-runs"]) {
          await page.goto(path);
          for (const width of [375, 1280]) {
            await page.setViewportSize({ width, height: 900 });
            expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
            if (process.env.SHOTS)
              await page.screenshot({
                path: `${process.env.SHOTS}/month-${path.replaceAll("/", "_")}-${width}.png`,
                fullPage: true,
              });
          }
          await expectAccessible(page);
        }
      });
      await running().booksBalance();
    });
  });
}
