import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDate } from "~/domain/calendar-date";
import { expectAccessible } from "../../support/look-at";
import { withPage } from "../../support/browser";
import { demoLogins, signInByEmail } from "../../support/sign-in";
import type { Life } from "../../support/whole-life";

// The day ends, and what the owner of a wallet downloads proves that it was counted after this server is gone. The tests build on each
// other, and the last one stops the Workers: what was downloaded is kept here for it.

const folder = mkdtempSync(join(tmpdir(), "kept-proof-"));
const kept = {
  owed: join(folder, "dunnage-owed.json"),
  changed: join(folder, "changed"),
};
let day: string;

/** One bit of one byte in the middle. */
function changedCopy(path: string): string {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 3);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(kept.changed, bytes);
  return kept.changed;
}

export function testKeptProofs(running: () => Life): void {
  describe("the file of a wallet that is kept", () => {
    beforeAll(async () => {
      day = (await running().now()).slice(0, 10);
      await running().moveOn(1);
      for (let tries = 0; tries < 90; tries++) {
        await running().tick();
        const { status } = await fetch(`${running().origin}/audit/${day}.json`);
        if (status === 200) break;
      }
    });

    async function pressed(page: Page, name: string): Promise<Download> {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name, exact: true }).click(),
      ]);
      return download;
    }

    describe("what is kept", () => {
      it("its owner's wallet says on which day it was counted, and has the file", async () => {
        const journey = await signInByEmail(demoLogins.investor, "mode=login", running());
        await withPage({ run: running(), as: journey }, async (page) => {
          await page.goto("/wallet?tab=portfolio");
          await (await pressed(page, `Your money in our audit of ${formatDate(day)}`)).saveAs(kept.owed);
          const { head, wallet } = JSON.parse(readFileSync(kept.owed, "utf8")) as Record<string, unknown>;
          expect({ head, wallet }).toMatchObject({ head: { date: day }, wallet: { user_id: "usr_demo_investor" } });
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

      it("needs no network once it is open, and says what the file proves, and that we signed it", async () => {
        await withPage({ run: running() }, async (page) => {
          const program = page.waitForResponse(/verify-audit\.mjs/);
          const keys = page.waitForResponse(/audit\/key/);
          await page.goto("/audit/verify");
          await (await program).finished();
          await (await keys).finished();
          await page.context().setOffline(true);
          await page.getByRole("button", { name: "Check the file" }).click();
          await page.getByText("Choose a file first.").waitFor();
          const owed = await check(page, kept.owed);
          expect(owed).toMatch(
            /^PASS\nPASS .*\ncounted: \d+ cents of usr_demo_investor in the \d+ cents owed in the audit /,
          );
          expect(owed).toContain(`in the audit ${day}=`);
          expect(owed).toContain("signed by one of the keys given");
          expect(await check(page, changedCopy(kept.owed))).toMatch(/^FAIL: this file does not prove what it says/);
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
        execFile(process.execPath, ["public/verify-audit.mjs", ...words], (error, said, wrong) =>
          resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
        );
      });

    it("says PASS of the file, and FAIL for one changed byte in it", async () => {
      const key = (await (await fetch(`${running().origin}/audit/key`)).text()).trim();
      await running().stop();
      await expect(fetch(running().origin)).rejects.toThrow();
      const { said, code } = await command("--owed", kept.owed, "--key", key);
      expect(said).toMatch(/^PASS .*\ncounted: .*\nsigned by one of the keys given/);
      expect(code).toBe(0);
      const changed = await command("--owed", changedCopy(kept.owed), "--key", key);
      expect(changed.said).toMatch(/^FAIL /);
      expect(changed.code).toBe(1);
    });
  });
}
