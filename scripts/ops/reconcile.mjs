// Requests a reconciliation with the providers' books, or shows the latest: npm run ops -- reconcile [--show] [--days N] [--remote]
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { askWrangler } from "../steps/database.mjs";
import { defaultStateDir } from "../steps/project.mjs";

const LATEST = `
    SELECT * FROM reconciliations WHERE finished_at_ms IS NOT NULL ORDER BY asked_at_ms DESC LIMIT 1;
    SELECT kind, subject, provider, payment_id, detail FROM differences WHERE state = 'open' ORDER BY first_seen_ms LIMIT 100;
    SELECT id, origin, error FROM dead_letters WHERE resolved_at_ms IS NULL ORDER BY created_at_ms LIMIT 100`;

export async function reconcile() {
  const { values } = parseArgs({
    options: {
      show: { type: "boolean", default: false },
      days: { type: "string", default: "2" },
      remote: { type: "boolean", default: false },
      "persist-to": { type: "string", default: defaultStateDir },
    },
  });
  if (values.show) {
    const [[latest], open, failed] = await askWrangler(values, LATEST);
    console.log(latest ?? "No run has finished yet.");
    for (const [what, rows] of Object.entries({ "Open differences": open, "Failed jobs": failed })) {
      console.log(`${what}: ${rows.length}`);
      if (rows.length > 0) console.table(rows);
    }
    return;
  }
  const [days, nowMs] = [Number(values.days), Date.now()];
  if (!Number.isInteger(days) || days < 1 || days > 365) throw new Error("--days takes 1 to 365.");
  const id = `rec_asked_${randomBytes(8).toString("hex")}`;
  const row = `'${id}', 'system', ${nowMs}, ${nowMs - days * 86_400_000}`;
  await askWrangler(values, `INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms) VALUES (${row})`);
  console.log(`Asked for the last ${days} days: the timer runs it within a minute, --show says what it found.`);
}
