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
import type { HttpJourney } from "./support/http-journey";
import { expectAccessible } from "./support/look-at";
import { demoLogins, signInByEmail } from "./support/sign-in";

// A run of its own, whose clock is moved by years: what the steps of a cask's whole life need.

type Told = { now: string; ahead_days: number; days_left: number; moving: boolean };
type Life = Awaited<ReturnType<typeof startLife>>;

/** A call is short, and is given up when its answer does not come: the days it moved are counted by the clock all the same. */
const DAYS_AT_ONCE = 30;
const ANSWER_MS = 60_000;

async function startLife() {
  const run = await startThrowawayRun({
    like: inject("start"),
    write: (line) => /"event":"outbox-failed"|\[ERROR\]/.test(line) && console.log(line),
  });
  const rules = await readBookRules();
  const ask = (statements: readonly string[]) => askAtDoor(run, statements);
  // The certificates of the demo data would all be drawn on the first day, which takes longer than most lives.
  await ask(["UPDATE outbox SET done_at_ms = created_at_ms WHERE done_at_ms IS NULL"]);
  const clock = async (days?: number): Promise<Told | null> => {
    const body = JSON.stringify({ advance_days: days });
    const headers = { "Content-Type": "application/json" };
    const init = days === undefined ? {} : { method: "POST", headers, body };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${run.sandboxOrigin}/sandbox/clock`, { ...init, signal }).catch(() => null);
    return answer?.ok ? ((await answer.json()) as Told) : null;
  };
  /** A call that was cut off, or came while another moved the clock, loses nothing: the rest is moved by the next. */
  const moveTo = async (aheadDays: number): Promise<Told> => {
    for (let tries = 0; tries < 100; tries++) {
      const told = await clock();
      const left = told ? aheadDays - told.ahead_days - told.days_left : 0;
      if (told && !told.moving && left <= 0 && told.days_left === 0) return told;
      const isIdle = told !== null && !told.moving;
      if (!isIdle || !(await clock(Math.min(left, DAYS_AT_ONCE))))
        await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    throw new Error(`The clock did not come to ${aheadDays} days ahead.`);
  };
  const readClock = async () => {
    const told = await clock();
    if (!told) throw new Error("The clock did not answer.");
    return told;
  };
  return {
    ...run,
    tick: async () => void (await fetch(`${run.sandboxOrigin}/sandbox/tick`, { method: "POST" })),
    now: async () => (await readClock()).now,
    /** @returns the time after it */
    moveOn: async (days: number) => (await moveTo((await readClock()).ahead_days + days)).now,
    /** Every rule of the books, over every row. */
    booksBalance: async () => expect(await brokenRules(run.stateDir, rules, ask)).toEqual([]),
    rows: async (sql: string) => (await ask([sql]))[0] ?? [],
  };
}

/** Goes from the payment page to the provider, pays there, and waits for the result. */
async function buy(investor: HttpJourney, what: string, result: string): Promise<void> {
  await investor.visit(`/stripe-secure?${what}`);
  await pay(investor);
  await waitFor(investor, result);
}

const buyStake = (investor: HttpJourney, caskId: string) =>
  buy(investor, `cask=${caskId}`, "Stake added to your account");

// Days as the built Workers audit them, checked by the public program on its page, and the file of a wallet that is kept. The command
// line: tests/node/verifier-*.test.ts.

let life: Life;
const running = () => life;

beforeAll(async () => {
  life = await startLife();
});
afterAll(async () => {
  await life.booksBalance();
  await life.stop();
});

describe("the audits of two days", () => {
  let caskId: string;
  const days: Day[] = [];

  beforeAll(async () => {
    const [cask] = await running().rows(
      "SELECT id FROM casks WHERE state = 'published' AND total_stakes - sold_stakes > 5 ORDER BY sold_stakes DESC LIMIT 1",
    );
    caskId = String((cask as { id: string }).id);
    await buyAndAudit();
    await buyAndAudit();
  });

  /** A stake is bought, the day ends, and its audit is made by the timer. */
  async function buyAndAudit(): Promise<void> {
    await buyStake(await signInByEmail(demoLogins.investor, "mode=login", running()), caskId);
    const day = (await running().now()).slice(0, 10);
    await running().moveOn(1);
    for (let tries = 0; tries < 60; tries++) {
      await running().tick();
      const answer = await fetch(`${running().origin}/audit/latest.json`);
      const latest = answer.ok ? ((await answer.json()) as Day) : null;
      if (latest?.date === day) return void days.push(latest);
    }
    throw new Error(`No audit of ${day} was published.`);
  }

  describe("/audit/verify on a phone", () => {
    const open = (javaScript: boolean, work: (page: Page) => Promise<void>) =>
      withPage({ run: running(), javaScript }, async (page) => {
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

    it("runs its own script and the program, and nothing else", async () => {
      const work = async (page: Page) => {
        const policy = (await page.goto("/audit/verify"))?.headers()["content-security-policy"] ?? "";
        expect(policy).toMatch(new RegExp(`script-src 'sha256-[^']+' ${running().origin}/verify-audit\\.mjs(;|$)`));
        await page.evaluate(`(() => {
        const script = document.createElement("script");
        script.textContent = "window.ranAnyway = true";
        document.body.append(script);
      })()`);
        expect(await page.evaluate(`"ranAnyway" in window`)).toBe(false);
      };
      await withPage({ run: running(), expected: [/Content Security Policy/] }, work);
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
      const journey = await signInByEmail(demoLogins.investor, "mode=login", running());
      await withPage({ run: running(), as: journey }, async (page) => {
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
      await withPage({ run: running() }, async (page) => {
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
});
