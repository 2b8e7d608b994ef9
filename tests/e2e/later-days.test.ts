import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { formatDate } from "~/domain/calendar-date";
import { brokenRules, readBookRules } from "../../scripts/steps/books.mjs";
import { askAtDoor } from "../../scripts/steps/sql-door.mjs";
import { startThrowawayRun } from "../../scripts/steps/throwaway-run.mjs";
import type { Day } from "../support/audit-history";
import { withPage } from "./support/browser";
import { pay, waitFor } from "./support/checkout-steps";
import { expectAccessible } from "./support/look-at";
import { demoLogins, signInByEmail } from "./support/sign-in";

// A run of its own, whose clock is moved on: two days as the built Workers audit them, checked by the public program on its page, and the
// file of a wallet that is kept. The command line: tests/node/verifier-*.test.ts.

let run: Awaited<ReturnType<typeof startThrowawayRun>>;
const days: Day[] = [];
const ask = (statements: readonly string[]) => askAtDoor(run, statements);

beforeAll(async () => {
  run = await startThrowawayRun({
    like: inject("start"),
    write: (line) => /"event":"outbox-failed"|\[ERROR\]/.test(line) && console.log(line),
  });
  // The certificates of the demo data would all be drawn on the first day, which takes minutes.
  await ask(["UPDATE outbox SET done_at_ms = created_at_ms WHERE done_at_ms IS NULL"]);
  const [[cask] = []] = await ask([
    "SELECT id FROM casks WHERE state = 'published' AND total_stakes - sold_stakes > 5 ORDER BY sold_stakes DESC LIMIT 1",
  ]);
  for (let day = 0; day < 2; day++) await buyAndAudit(String(cask?.id));
});
afterAll(async () => {
  expect(await brokenRules(run.stateDir, await readBookRules(), ask)).toEqual([]);
  await run.stop();
});

/** A stake is bought, the day ends, and its audit is made by the timer. */
async function buyAndAudit(caskId: string): Promise<void> {
  const investor = await signInByEmail(demoLogins.investor, "mode=login", run);
  await investor.visit(`/stripe-secure?cask=${caskId}`);
  await pay(investor);
  await waitFor(investor, "Stake added to your account");
  const clock = `${run.sandboxOrigin}/sandbox/clock`;
  const { now } = (await (await fetch(clock)).json()) as { now: string };
  await fetch(clock, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advance_days: 1 }),
  });
  for (let tries = 0; tries < 60; tries++) {
    await fetch(`${run.sandboxOrigin}/sandbox/tick`, { method: "POST" });
    const answer = await fetch(`${run.origin}/audit/latest.json`);
    const latest = answer.ok ? ((await answer.json()) as Day) : null;
    if (latest?.date === now.slice(0, 10)) return void days.push(latest);
  }
  throw new Error(`No audit of ${now} was published.`);
}

describe("/audit/verify on a phone", () => {
  const open = (javaScript: boolean, work: (page: Page) => Promise<void>) =>
    withPage({ run, javaScript }, async (page) => {
      await page.goto("/audit/verify");
      await work(page);
    });

  it("says PASS of the newest day, with what it read, and of every day for a hash that was kept", async () => {
    await open(true, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.getByRole("button", { name: "Check now" }).click();
      await page.getByText("PASS: everything checked agrees.").waitFor();
      expect(await page.locator("#check-lines").innerText()).toContain(`1 day, ${days[1]?.date} to ${days[1]?.date}`);
      expect(await page.locator("#check-said").innerText()).toMatch(/^Files read: \d+ · PASS/);
      expect(asked).not.toContain(`/audit/${days[0]?.date}.json`);
      await expectAccessible(page);

      await page.getByLabel("A hash you kept").fill(`${days[0]?.date}=${days[0]?.hash}`);
      await page.getByRole("button", { name: "Check now" }).click();
      await page.getByText(`to ${days[1]?.date}, each`).waitFor();
      await expect.poll(() => page.locator("#check-lines").innerText()).toMatch(/^PASS .*\n.*checked: [2-9] days/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    });
  });

  it("says FAIL for a hash that does not fit, and names what is not a hash", async () => {
    await open(true, async (page) => {
      const head = page.getByLabel("A hash you kept");
      await head.fill(`${days[1]?.date}=${"0".repeat(64)}`);
      await page.getByRole("button", { name: "Check now" }).click();
      await page.getByText("FAIL: this does not agree.").waitFor();
      expect(await page.locator("#check-lines").innerText()).toContain(
        `FAIL ${days[1]?.date} hash: is ${days[1]?.hash}`,
      );
      await head.fill("yesterday");
      await page.getByRole("button", { name: "Check now" }).click();
      await page.getByText("A hash looks like").waitFor();
      expect(await page.locator("#check-lines").isVisible()).toBe(false);
    });
  });

  it("without JavaScript says how to run the same program elsewhere", async () => {
    await open(false, async (page) => {
      await page.getByText("On your own computer").first().click();
      const main = await page.locator("main").innerText();
      expect(main).toContain("This check needs JavaScript.");
      for (const words of ["https://", "--owed FILE --key KEY"])
        expect(main).toContain(`node verify-audit.mjs ${words}`);
      expect(await page.getByRole("button", { name: "Check now" }).isVisible()).toBe(false);
    });
  });
});

describe("the file of a wallet that is kept", () => {
  const folder = mkdtempSync(join(tmpdir(), "kept-proof-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const kept = { owed: join(folder, "dunnage-owed.json"), changed: join(folder, "changed") };
  const newest = () => days[1] ?? expect.fail("no audit");

  /** One bit of one byte in the middle. */
  function changedCopy(path: string): string {
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 3);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(kept.changed, bytes);
    return kept.changed;
  }

  it("is in its owner's wallet, which says on which date it was counted", async () => {
    const journey = await signInByEmail(demoLogins.investor, "mode=login", run);
    await withPage({ run, as: journey }, async (page) => {
      await page.goto("/wallet?tab=portfolio");
      const name = `Your money in our audit of ${formatDate(newest().date)}`;
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name, exact: true }).click(),
      ]);
      await download.saveAs(kept.owed);
      const { head, wallet } = JSON.parse(readFileSync(kept.owed, "utf8")) as Record<string, unknown>;
      const expected = { head: { date: newest().date }, wallet: { user_id: "usr_demo_investor" } };
      expect({ head, wallet }).toMatchObject(expected);
    });
  });

  const check = async (page: Page, path: string) => {
    await page.getByLabel("A file from your certificate").setInputFiles(path);
    await page.getByRole("button", { name: "Check now" }).click();
    await page
      .locator("#check-said")
      .filter({ hasText: /PASS|FAIL/ })
      .waitFor();
    return `${await page.locator("#check-said").innerText()}\n${await page.locator("#check-lines").innerText()}`;
  };

  it("needs no network once it is open, and says what the file proves, and that we signed it", async () => {
    await withPage({ run }, async (page) => {
      const program = page.waitForResponse(/verify-audit\.mjs/);
      const keys = page.waitForResponse(/audit\/key/);
      await page.goto("/audit/verify");
      await (await program).finished();
      await (await keys).finished();
      await page.context().setOffline(true);
      const owed = await check(page, kept.owed);
      expect(owed).toMatch(
        /^PASS\nPASS .*\ncounted: \d+ cents of usr_demo_investor in the \d+ cents owed in the audit /,
      );
      expect(owed).toContain(`in the audit ${newest().date}=`);
      expect(owed).toContain("signed by one of the keys given");
      expect(await check(page, changedCopy(kept.owed))).toMatch(/^FAIL: this file does not prove what it says/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
      await expectAccessible(page);
    });
  });
});
