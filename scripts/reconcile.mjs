// Requests a reconciliation with the providers' books, or shows the latest: npm run ops -- reconcile [--show] [--days N]
// [--remote]
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { wranglerEnvironment } from "./steps/database.mjs";
import { defaultStateDir, PRODUCTION } from "./steps/project.mjs";
import { runTool } from "./steps/run-command.mjs";

const { values } = parseArgs({
  options: {
    show: { type: "boolean", default: false },
    days: { type: "string", default: "2" },
    remote: { type: "boolean", default: false },
    "persist-to": { type: "string", default: defaultStateDir },
  },
});
const days = Number(values.days);
if (!Number.isInteger(days) || days < 1 || days > 365) {
  console.error(
    "Usage: npm run ops -- reconcile [--show] [--days 1..365] [--remote]   (without --remote: the local database)",
  );
  process.exit(1);
}

async function query(sql) {
  const where = values.remote ? ["--remote", "-c", PRODUCTION] : ["--local", "--persist-to", values["persist-to"]];
  const env = values.remote ? { ...process.env, CI: "true" } : wranglerEnvironment(values["persist-to"]);
  const command = ["d1", "execute", "DB", ...where, "--json", "--command", sql];
  const stdout = await runTool("wrangler", command, { what: "Asking the database", quiet: true, env });
  return JSON.parse(stdout).map((answer) => answer.results);
}

if (values.show) {
  const [[latest], open, letters] = await query(`
    SELECT * FROM reconciliations WHERE finished_at_ms IS NOT NULL ORDER BY asked_at_ms DESC LIMIT 1;
    SELECT kind, subject, provider, payment_id, detail FROM differences WHERE state = 'open' ORDER BY first_seen_ms LIMIT 100;
    SELECT id, origin, error FROM dead_letters WHERE resolved_at_ms IS NULL ORDER BY created_at_ms LIMIT 100`);
  console.log(latest ? latest : "No run has finished yet.");
  console.log(`Open differences: ${open.length}`);
  if (open.length > 0) console.table(open);
  console.log(`Open dead letters: ${letters.length}`);
  if (letters.length > 0) console.table(letters);
} else {
  const nowMs = Date.now();
  await query(`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms)
    VALUES ('rec_asked_${randomBytes(8).toString("hex")}', 'system', ${nowMs}, ${nowMs - days * 86_400_000})`);
  console.log(
    `Asked for the last ${days} days. The timer takes it up within a minute; npm run ops -- reconcile --show tells what it found.`,
  );
}
