// Measures the daily audit, with the tree of what is owed, and the public log on books of any size: node scripts/audit-scale.mjs [--stakes N] [--casks N] [--days N] [--books DIR]
// Three ledger rows a stake. Of each run of the timer: D1 calls, rows read, CPU of workerd (D1 included) and its memory, and the heap
// of the Worker's own isolate, which Cloudflare limits to 128 MB.
// With --books the filled database is kept there, and taken from there the next time: filling takes longer than the audit.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Miniflare } from "miniflare";
import { fillStatements } from "./audit-scale/fill.mjs";
import { watchHeap } from "./audit-scale/watch-heap.mjs";
import { inRoot } from "./steps/project.mjs";
import { scriptOfWorker } from "./steps/script-of-worker.mjs";

const { values } = parseArgs({
  options: {
    stakes: { type: "string", default: "100000" },
    casks: { type: "string", default: "200" },
    days: { type: "string", default: "2" },
    books: { type: "string" },
  },
});
const [stakes, casks, days] = [values.stakes, values.casks, values.days].map(Number);
const stateDir = mkdtempSync(join(tmpdir(), "dunnage-audit-"));
process.once("exit", () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));

const script = await scriptOfWorker("audit-scale");
const open = () =>
  new Miniflare({
    modules: true,
    script,
    compatibilityDate: "2026-04-20",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    r2Buckets: ["PROOF"],
    defaultPersistRoot: stateDir,
    inspectorPort: 0,
  });
const endMs = Date.parse("2026-06-01T00:00:00Z");
if (values.books && existsSync(values.books)) cpSync(values.books, stateDir, { recursive: true });
else await fillBooks();
const mf = open();
const heap = await watchHeap(await mf.getInspectorURL());
try {
  for (let day = 0; day < days; day++) {
    const nowMs = endMs + day * 86_400_000 + 3_600_000;
    await measure(
      "audit",
      nowMs,
      "SELECT date, result, reason, pieces, ledger_rows, stakes FROM audits ORDER BY date DESC LIMIT 1",
    );
    await measure("log", nowMs, "SELECT date, size FROM log_heads ORDER BY size DESC LIMIT 1");
  }
} finally {
  heap.end();
  await mf.dispose();
}

async function fillBooks() {
  const filling = open();
  try {
    await fill(filling);
  } finally {
    await filling.dispose();
  }
  if (values.books) cpSync(stateDir, values.books, { recursive: true });
}

async function fill(filling) {
  const db = await filling.getD1Database("DB");
  const run = (statement) => db.prepare(statement).run();
  const folder = inRoot("migrations");
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    for (const statement of readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"))
      await run(statement);
  const { results: triggers } = await db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`);
  const startedMs = Date.now();
  for (const statement of fillStatements({ stakes, casks, people: Math.ceil(stakes / 10), endMs }))
    await run(statement);
  for (const { sql } of triggers) await run(sql);
  const bucket = await filling.getR2Bucket("PROOF");
  for (let i = 0; i < casks; i++) await bucket.put(`evidence/csk_${String(i).padStart(8, "0")}`, "abc");
  console.log(`${stakes} stakes of ${casks} casks in ${Math.round((Date.now() - startedMs) / 1000)} s`);
}

/** Runs until the day is published, or signed. @param asked one row that says what was done */
async function measure(what, nowMs, asked) {
  const lines = [];
  for (let published = null; published === null;) {
    const before = usage();
    const startedMs = Date.now();
    const answer = await mf.dispatchFetch(`http://audit.invalid/${what}?now=${nowMs}`);
    if (!answer.ok) throw new Error(await answer.text());
    const { published: date, count, rowsRead, rowsWritten, read, written } = await answer.json();
    const after = usage();
    published = date;
    const cpuMs = Math.round(after.cpuMs - before.cpuMs);
    lines.push({
      calls: count,
      rowsRead,
      rowsWritten,
      read,
      written,
      cpuMs,
      ms: Date.now() - startedMs,
      peakMb: after.peakMb,
      heapMb: heap.takePeakMb(),
    });
  }
  const sum = (field) => lines.reduce((all, line) => all + line[field], 0);
  const most = (field) => Math.max(...lines.map((line) => line[field]));
  const row = await (await mf.getD1Database("DB")).prepare(asked).first();
  console.log(what, row, `${lines.length} runs`);
  console.table({
    "of all": Object.fromEntries(
      Object.keys(lines[0]).map((field) => [field, /Mb$/.test(field) ? most(field) : sum(field)]),
    ),
    "most of one run": Object.fromEntries(Object.keys(lines[0]).map((field) => [field, most(field)])),
  });
}

/** Of workerd, which is the only child of this process that lives on. */
function usage() {
  const ticksMs = 10;
  let [cpuMs, peakMb] = [0, 0];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[1]) !== process.pid || !stat.includes("(workerd)")) continue;
      cpuMs += (Number(fields[11]) + Number(fields[12])) * ticksMs;
      peakMb = Math.max(
        peakMb,
        Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024),
      );
    } catch {
      continue;
    }
  }
  return { cpuMs, peakMb };
}
