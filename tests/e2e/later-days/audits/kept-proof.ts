import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDate } from "~/domain/calendar-date";
import { expectAccessible } from "../../support/axe";
import { withPage } from "../../support/browser";
import { demoLogins, signInByEmail } from "../../support/sign-in";
import { buyStake, type Life } from "../../support/whole-life";

// A stake is bought and the day ends; what its owner and a stranger download proves it after this server is gone. The tests build on
// each other, and the last one stops the Workers: what was downloaded is kept here for it.

const folder = mkdtempSync(join(tmpdir(), "kept-proof-"));
const kept = {
  proof: join(folder, "kept.tlog-proof"),
  owed: join(folder, "dunnage-owed.json"),
  changed: join(folder, "changed"),
};
let day: string;
let key: string;

/** One bit of one byte in the middle. */
function changedCopy(path: string): string {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 3);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(kept.changed, bytes);
  return kept.changed;
}

export function testKeptProofs(running: () => Life): void {
  describe("a proof that is kept", () => {
    let code: string;

    const text = async (path: string) => (await fetch(`${running().origin}${path}`)).text();

    beforeAll(async () => {
      day = (await running().now()).slice(0, 10);
      const [cask] = await running().rows(
        `SELECT id FROM casks WHERE state = 'published' AND total_stakes - sold_stakes > 5 AND launches_on <= '${day}' AND closes_on > '${day}' LIMIT 1`,
      );
      await running().as("plain HTTP", demoLogins.investor, (investor) =>
        buyStake(investor, (cask as { id: string }).id),
      );
      await running().moveOn(1);
      for (let tries = 0; tries < 90; tries++) {
        await running().tick();
        const [head] = await running().rows(`SELECT checkpoint FROM log_heads WHERE date = '${day}'`);
        if (head && (await text("/log/checkpoint")).startsWith((head as { checkpoint: string }).checkpoint)) break;
      }
      key = (await text("/log/key")).trim();
      const [own] = await running().rows("SELECT code FROM certificates ORDER BY issued_at_ms DESC LIMIT 1");
      ({ code } = own as { code: string });
    });

    async function pressed(page: Page, name: string): Promise<Download> {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name, exact: true }).click(),
      ]);
      return download;
    }

    describe("what is kept", () => {
      it.each([true, false])(
        "a stranger with the code of a certificate has its proof in four taps (script: %s)",
        (javaScript) =>
          withPage({ run: running(), javaScript }, async (page) => {
            await page.goto("/");
            await page.getByRole("contentinfo").getByRole("link", { name: "Proof", exact: true }).click();
            await page.getByRole("link", { name: "Check a certificate" }).click();
            await page.getByLabel("Certificate code").fill(code);
            await page.getByRole("button", { name: "Check certificate" }).click();
            await (await pressed(page, "Download the proof")).saveAs(kept.proof);
            expect(readFileSync(kept.proof, "utf8")).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
          }),
      );

      it("its owner's wallet says on which day it was counted, and has the file", async () => {
        const journey = await signInByEmail(demoLogins.investor, "mode=login", running());
        await withPage({ run: running(), as: journey }, async (page) => {
          await page.goto("/wallet?tab=portfolio");
          await (await pressed(page, `Counted in what we owed on ${formatDate(day)}`)).saveAs(kept.owed);
          const { date, wallet, proof } = JSON.parse(readFileSync(kept.owed, "utf8")) as Record<string, unknown>;
          expect({ date, wallet, proof }).toMatchObject({ date: day, wallet: { user_id: "usr_demo_investor" } });
          expect(proof).toContain("c2sp.org/tlog-proof@v1");
        });
      });
    });

    describe("/audit/verify with a file that was kept", () => {
      const check = async (page: Page, path: string) => {
        await page.getByLabel("The file").setInputFiles(path);
        await page.getByRole("button", { name: "Check the file" }).click();
        await page
          .locator("#kept-said")
          .filter({ hasText: /PASS|FAIL/ })
          .waitFor();
        return `${await page.locator("#kept-said").innerText()}\n${await page.locator("#kept-lines").innerText()}`;
      };

      it("needs no network once it is open, and says in plain words what the file proves", async () => {
        await withPage({ run: running() }, async (page) => {
          const program = page.waitForResponse(/verify-audit\.mjs/);
          await page.goto("/audit/verify");
          await (await program).finished();
          await page.context().setOffline(true);
          await page.getByRole("button", { name: "Check the file" }).click();
          await page.getByText("Choose a file first.").waitFor();
          const owed = await check(page, kept.owed);
          expect(owed).toMatch(/^PASS\n\$[\d,]+\.\d\d in this wallet is counted in the \$[\d,]+\.\d\d owed on /);
          expect(owed).toContain(`owed on ${formatDate(day)}.`);
          expect(owed).toContain("Signed with the key of this page.");
          expect(await check(page, changedCopy(kept.owed))).toMatch(/^FAIL: this file does not prove what it says/);
          expect(await check(page, kept.proof)).toMatch(
            new RegExp(`^PASS\nThe certificate with the register mark [0-9a-f]{12} was issued on ${formatDate(day)}.`),
          );
          await page.getByLabel("The log’s key, if you kept it").fill(key);
          expect(await check(page, kept.proof)).toContain("Signed with the key that you kept.");
          await page.getByLabel("The log’s key, if you kept it").fill(key.replace(/\+[0-9a-f]{8}\+/, "+00000000+"));
          expect(await check(page, kept.proof)).toContain("is no key");
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
          await expectAccessible(page);
        });
      });

      it("without JavaScript shows the command", () =>
        withPage({ run: running(), javaScript: false }, async (page) => {
          await page.goto("/audit/verify#proof");
          const main = await page.locator("main").innerText();
          expect(main).toContain("node verify-audit.mjs --owed FILE --key KEY");
          expect(await page.getByRole("button", { name: "Check the file" }).isVisible()).toBe(false);
        }));
    });
  });
}

/** After `testKeptProofs`; stops the Workers. */
export function testKeptWhenGone(running: () => Life): void {
  describe("node verify-audit.mjs after the server is gone", () => {
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const command = (...words: string[]) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        execFile(process.execPath, ["public/verify-audit.mjs", ...words, "--key", key], (error, said, wrong) =>
          resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
        );
      });

    it("says PASS of both files with the log's key, and FAIL for one changed byte in either", async () => {
      await running().stop();
      await expect(fetch(running().origin)).rejects.toThrow();
      const both = await command("--proof", kept.proof, "--owed", kept.owed);
      expect(both.said).toMatch(/^PASS .*\nlogged: .*event issued/);
      expect(both.said).toContain("counted: ");
      expect(both.said.match(/signed by/g)).toHaveLength(2);
      expect(both.code).toBe(0);
      for (const [word, path] of [
        ["--proof", kept.proof],
        ["--owed", kept.owed],
      ] as const) {
        const { said, code: ended } = await command(word, changedCopy(path));
        expect(said, word).toMatch(/^FAIL /);
        expect(ended, word).toBe(1);
      }
    });
  });
}
