import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { cutPage, type KeysetPage } from "~/core/lists/keyset-page";
import { type PayoutRun, runColumns } from "./read-run";

/** A run has up to two hundred rows, each of which is looked at. */
const PAGE_RUNS = 10;

export type ListedRun = PayoutRun & {
  /** How many of its rows are still with the bank. */
  atBank: number;
};

/** The latest first. @param before the number that a page ends before; null: the first page */
export function listRuns(db: Database, before: number | null): Work<KeysetPage<ListedRun>> {
  const from = before === null ? sql`1` : sql`payout_runs.number < ${before}`;
  const query = db.all<ListedRun>(sql`SELECT ${runColumns}, (SELECT count(*) FROM payout_run_rows
      JOIN withdrawals ON withdrawals.id = payout_run_rows.withdrawal_id AND withdrawals.state = 'sending'
      WHERE payout_run_rows.run_id = payout_runs.id AND payout_run_rows.released_at_ms IS NULL) AS atBank
    FROM payout_runs WHERE ${from} ORDER BY payout_runs.number DESC LIMIT ${PAGE_RUNS + 1}`);
  return mapWork(rows(query), (found) => cutPage(found, PAGE_RUNS, (last) => String(last.number)));
}
