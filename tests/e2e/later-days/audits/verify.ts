import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { type Day, writeFiles } from "../../../support/audit-history";
import { expectAccessible } from "../../support/look-at";
import { withPage } from "../../support/browser";
import { demoLogins, signInByEmail } from "../../support/sign-in";
import { buyStake, type Life } from "../../support/whole-life";

// Days as the built Workers audit them, checked by the public program: on the command line, from kept files, on its page.

export function testVerifying(running: () => Life): void {
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
        const latest = await read<Day>("/audit/latest.json").catch(() => null);
        if (latest?.date === day) return void days.push(latest);
      }
      throw new Error(`No audit of ${day} was published.`);
    }

    async function text(path: string): Promise<string> {
      const answer = await fetch(`${running().origin}${path}`);
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      return answer.text();
    }
    const read = async <T>(path: string) => JSON.parse(await text(path)) as T;

    const command = (...words: string[]) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        execFile(process.execPath, ["public/verify-audit.mjs", ...words], (error, said, wrong) =>
          resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
        );
      });

    describe("node verify-audit.mjs", () => {
      const folder = mkdtempSync(join(tmpdir(), "kept-audit-"));
      afterAll(() => rmSync(folder, { recursive: true, force: true }));
      const [older, newer] = [() => days[0] ?? expect.fail(), () => days[1] ?? expect.fail()];

      it("says PASS of the days that were made, in which the stakes bought stand", async () => {
        const issued = [older(), newer()].map(({ casks }) => casks.find(({ id }) => id === caskId)?.issued ?? 0);
        expect(issued[1]).toBe((issued[0] ?? 0) + 1);
        const { code, said } = await command(running().origin, "--lists", "--head", `${older().date}=${older().hash}`);
        expect(said).toContain(`PASS ${running().origin}`);
        expect(said).toContain(`to ${newer().date}`);
        expect(said).toContain(`head ${newer().date}=${newer().hash}`);
        expect(code).toBe(0);
      });

      it("says PASS of the same files kept on a disk, and FAIL once one of them is changed", async () => {
        let date: string | null = newer().date;
        const files = new Map([["audit/latest.json", await text("/audit/latest.json")]]);
        while (date) {
          const content = await text(`/audit/${date}.json`);
          files.set(`audit/days/${date}.json`, content);
          const day = JSON.parse(content) as AuditDay;
          for (const { id, list_sha256: hash } of day.casks)
            files.set(`audit/lists/${hash}.json`, await text(`/audit/${date}/${id}.json`));
          date = day.previous_date;
        }
        writeFiles(folder, files);
        expect(await command(folder, "--lists")).toMatchObject({ code: 0, said: expect.stringMatching(/^PASS /) });
        const path = `audit/days/${older().date}.json`;
        writeFiles(folder, [[path, (files.get(path) ?? "").replace(older().ledger_head, "0".repeat(64))]]);
        const changed = await command(folder);
        expect(changed.said).toContain(`FAIL ${older().date} hash`);
        expect(changed.code).toBe(1);
      });

      it("says FAIL, with day and field, where the site serves one mark of a list otherwise", async () => {
        const path = `/audit/${newer().date}/${caskId}.json`;
        const server = createServer((request, response) => {
          void text(request.url ?? "").then(
            (body) =>
              response.end(
                request.url === path ? body.replace(/"mark":"[0-9a-f]{12}"/, `"mark":"${"0".repeat(12)}"`) : body,
              ),
            () => response.writeHead(404).end(),
          );
        });
        await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
        const { code, said } = await command(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
        server.close();
        expect(said).toContain(`FAIL ${newer().date} casks[${caskId}].list_sha256`);
        expect(code).toBe(1);
      });
    });

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
          expect(await page.locator("#check-lines").innerText()).toContain(
            `1 day, ${days[1]?.date} to ${days[1]?.date}`,
          );
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

      it("says FAIL for a hash that does not fit, and that a thing is no hash", async () => {
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
          expect(main).toContain("node verify-audit.mjs https://");
          expect(await page.getByRole("button", { name: "Check now" }).isVisible()).toBe(false);
        });
      });
    });
  });
}
