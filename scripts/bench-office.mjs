// A day's work of one operator in an office of two thousand investors, in a browser, with its clicks counted: npm run bench:office -- [--stakes 20000] [--port 8787]
// Due withdrawals leave in a run, the bank's report of it is handed in and marked, support is answered, and somebody is found. The books are those of `npm run data`, used up by it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { chromium } from "playwright-core";
import { ensureData } from "./data/open.mjs";
import { bundleApp, serveBooks } from "./data/serve-books.mjs";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";

const { values } = parseArgs({
  options: { stakes: { type: "string", default: "20000" }, port: { type: "string", default: "8787" } },
});
/** Requests to support that are answered, each with a saved reply. */
const ANSWERED = 20;

const folder = mkdtempSync(join(tmpdir(), "dunnage-office-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
cpSync(await ensureData(Number(values.stakes)), folder, { recursive: true });
const { origin, mf, enter, db } = await serveBooks(await bundleApp(), { folder, port: Number(values.port) });
const { path: executablePath, problem } = await findChromium();
if (problem) throw new Error(problem);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  await db.prepare("UPDATE users SET role = 'operator' WHERE id = 'usr_00000001'").run();
  await db
    .prepare(
      "INSERT INTO saved_replies (id, title, body, changed_by, changed_at_ms) VALUES ('rep_1', 'Certificate', ?, 'usr_00000001', 0)",
    )
    .bind("Hello {first name},\n\nyour certificate is in your wallet, under the stake that it is for.")
    .run();
  const [name, value] = (await enter("usr_00000001")).split("=");
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  await context.addCookies([{ name, value, url: origin }]);
  console.table(await work(await context.newPage()));
} finally {
  await browser.close();
  await mf.dispose();
}

async function work(page) {
  const day = {};
  let clicks = 0;
  const click = async (target) => {
    clicks += 1;
    await target.click();
    await page.waitForLoadState();
  };
  const link = (text) => page.getByRole("link", { name: text }).first();
  const button = (text) => page.getByRole("button", { name: text }).first();
  const part = async (what, does) => {
    const [startedMs, before] = [Date.now(), clicks];
    const done = await does();
    day[what] = { clicks: clicks - before, seconds: Math.round((Date.now() - startedMs) / 100) / 10, done };
  };
  const left = (table, where) => db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first("n");

  const file = join(folder, "run.csv");
  await part("see what waits", async () => {
    await page.goto(`${origin}/operator`);
    return page.getByRole("main").getByRole("listitem").count();
  });
  await part("send what is due to the bank", async () => {
    await click(link("Withdrawals to pay"));
    await click(button("Make a payout run"));
    const download = page.waitForEvent("download");
    await click(link("Download the file of run"));
    await (await download).saveAs(file);
    return left("withdrawals", "state = 'sending'");
  });
  await part("mark what the bank reports", async () => {
    writeFileSync(file, reportOf(readFileSync(file, "utf8")));
    await click(link("Bank reports"));
    clicks += 1;
    await page.setInputFiles("input[type=file]", file);
    await click(button("Upload it"));
    await click(button("Mark "));
    return left("withdrawals", "state = 'paid' AND sent_at_ms IS NOT NULL");
  });
  await part("answer support", async () => {
    const before = await left("support_answers", "1");
    await click(link("Support"));
    await click(page.locator("[data-row] a").first());
    for (let answered = 0; answered < ANSWERED; answered++) {
      clicks += 1;
      await page.selectOption("[name=reply]", "rep_1");
      await click(button("Insert"));
      await click(button("Send"));
      await click(link("Next:"));
    }
    return (await left("support_answers", "1")) - before;
  });
  await part("find somebody and read their story", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("person_00000123@example.com");
    await page.keyboard.press("Enter");
    clicks += 2;
    await page.waitForURL("**/operator/users/**");
    return page.getByRole("main").getByRole("listitem").count();
  });
  const all = Object.values(day);
  const sum = (of) => Math.round(all.reduce((total, one) => total + one[of], 0) * 10) / 10;
  day["the whole day"] = { clicks: sum("clicks"), seconds: sum("seconds") };
  return day;
}

/** As a bank answers a run: each row under our reference, with one of its own. */
function reportOf(run) {
  const { data, meta } = Papa.parse(run.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true });
  const columns = Object.fromEntries(
    ["reference", "amount"].map((name) => [name, meta.fields.find((one) => one.startsWith(name))]),
  );
  const rows = data.map((row, at) => ({
    reference: row[columns.reference],
    amount: row[columns.amount],
    utr: `UTR${String(at).padStart(9, "0")}`,
  }));
  return Papa.unparse(rows);
}
