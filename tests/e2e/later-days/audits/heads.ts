import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../support/audit-history";
import { withPage } from "../../support/browser";
import { HttpJourney } from "../../support/http-journey";
import { type Message, messagesTo } from "../../support/outbox";
import type { Life } from "../../support/whole-life";

// Each day's head by mail and by a time stamp, on the built Workers, with a calendar of our own instead of OpenTimestamps.

/** What the calendar of `calendar` answers to each digest. */
const PATH = Buffer.from([0xf0, 0x10, 1, 2, 3]);
const witnessed: string[] = [];
export const calendar = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    if (request.url === "/digest") witnessed.push(Buffer.concat(parts).toString("hex"));
    response.end(PATH);
  });
});
/** @param running the Workers, with `calendar` as theirs */
export function testHeads(running: () => Life): void {
  let day: Day;
  const [plain, browser, away] = ["plain.head@example.com", "browser.head@example.com", "away.head@example.com"];

  /** The newest mail to this address whose subject begins so and that holds these words; the timer brings it. */
  async function mailTo(to: string, subject: string, holds = "") {
    for (let tries = 0; tries < 60; tries++) {
      const fits = (message: Message) => message.subject.startsWith(subject) && message.text.includes(holds);
      const found = (await messagesTo(to, running().sandboxOrigin)).find(fits);
      if (found) return found;
      await running().tick();
    }
    throw new Error(`No mail '${subject}' came to ${to}.`);
  }
  const readStamp = () => fetch(`${running().origin}/audit/${day.date}.ots`);
  const ASKED = "Do you want each day's audit by email?";
  const linkIn = (text: string, label: string) => {
    const [, url = ""] = new RegExp(`${label}: (\\S+)`).exec(text) ?? [];
    return new URL(url, running().origin).pathname;
  };
  const press = async (to: string, subject: string, label: string) => {
    const journey = new HttpJourney(running().origin);
    await journey.visit(linkIn((await mailTo(to, subject)).text, label));
    return journey.submit({});
  };

  describe("each day's head", () => {
    it("is asked for without JavaScript and in a browser, with one answer for everybody", async () => {
      const journey = new HttpJourney(running().origin);
      const ask = async (email: string) => {
        await journey.visit("/audit");
        const { text, url } = await journey.submit({ email });
        return [url.pathname + url.search, text.includes("Check your inbox")];
      };
      const answer = ["/audit?asked", true];
      expect(await ask(plain)).toEqual(answer);
      expect(await ask(away)).toEqual(answer);
      await withPage({ run: running() }, async (page) => {
        await page.goto("/audit");
        // The form opens from a row of its own, within the row of all that the hash is for.
        for (const summary of await page.locator("details:has(#heads) > summary").all()) await summary.click();
        await page.locator("#heads input").fill(browser);
        await page.locator("#heads button").dblclick();
        await page.getByText("Check your inbox").waitFor();
      });
      await press(plain, ASKED, "Yes, send it");
      // A reader already on the list gets the same answer and no second mail.
      expect(await ask(plain)).toEqual(answer);
      expect((await messagesTo(plain, running().sandboxOrigin)).map(({ subject }) => subject)).toEqual([ASKED]);
      await journey.visit("/audit");
      expect((await journey.submit({ email: "nobody" })).status).toBe(400);
      expect(journey.at.html).toContain('value="nobody"');
    });

    it("comes to confirmed readers, with a line that can be pasted unchanged", async () => {
      const { text } = await press(browser, ASKED, "Yes, send it");
      expect(text).toContain("You are on the list");
      await press(away, ASKED, "Yes, send it");
      const over = (await running().now()).slice(0, 10);
      await running().moveOn(1);
      const mail = await mailTo(browser, "Audit of", `--head ${over}=`);
      day = (await (await fetch(`${running().origin}/audit/latest.json`)).json()) as Day;
      expect(day.date).toBe(over);
      const [line = ""] = mail.text.split("\n").filter((one) => one.startsWith("node verify-audit.mjs "));
      expect(line).toBe(`node verify-audit.mjs ${running().origin} --head ${day.date}=${day.hash}`);
      const said = await new Promise<string>((resolve) => {
        const [, ...words] = line.replace("verify-audit.mjs", "public/verify-audit.mjs").split(" ");
        execFile(process.execPath, words, (_, out) => resolve(out));
      });
      expect(said).toMatch(/^PASS /);
      expect((await mailTo(plain, "Audit of", `--head ${over}=`)).text).toContain(day.hash);
      // The calendar is asked for the newest day alone, by a run of the timer after the one that published it.
      for (let tries = 0; tries < 20 && !(await readStamp()).ok; tries++) await running().tick();
    });

    it("stops by a link, or by one press in the mail program, and then no more comes", async () => {
      await press(plain, "Audit of", "Stop these emails");
      const stop = linkIn((await mailTo(browser, "Audit of")).text, "Stop these emails");
      const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
      for (let time = 0; time < 2; time++)
        expect((await fetch(`${running().origin}${stop}`, oneClick)).status).toBe(200);
      const over = (await running().now()).slice(0, 10);
      await running().moveOn(1);
      await mailTo(away, "Audit of", `--head ${over}=`);
      for (const to of [plain, browser])
        for (const { text } of await messagesTo(to, running().sandboxOrigin)) expect(text).not.toContain(over);
    });

    it("is witnessed by the calendar once a day, and the proof is of the very hash", async () => {
      const answer = await readStamp();
      expect(answer.status).toBe(200);
      const proof = Buffer.from(await answer.arrayBuffer());
      expect(proof.subarray(31, 33)).toEqual(Buffer.from([1, 8]));
      expect(proof.subarray(33, 65).toString("hex")).toBe(day.hash);
      expect(proof.subarray(65)).toEqual(PATH);
      expect(witnessed.filter((digest) => digest === day.hash)).toHaveLength(1);
      // The digest is that of the day's file without its own hash, so anyone can recompute what the calendar saw.
      const file = await (await fetch(`${running().origin}/audit/${day.date}.json`)).text();
      const without = file.replace(`"hash":"${day.hash}",`, "");
      expect(createHash("sha256").update(without).digest("hex")).toBe(day.hash);
    });
  });
}
