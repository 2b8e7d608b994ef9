import { sql } from "drizzle-orm";
import { reconcile } from "./inside/reconcile";
import type { ReconcileDeps } from "./reconcile-deps";

/** How far back a timer run looks from the last run that reached every provider, or from the first if none has. Sessions live half an hour. */
const RECONCILE_SPAN_MS = 48 * 3_600_000;
const EVERY_MS = 3_600_000;
/** Longer than the platform lets a timer run: a run that has not finished by then has died, and the next one replaces it. */
const GIVEN_UP_MS = 1_200_000;

/**
 * Runs a requested reconciliation, or the hourly one if it is due. A provider's errors end up in the run's row.
 * @returns whether anything was run
 */
export async function runReconciliation(deps: ReconcileDeps): Promise<boolean> {
  const nowMs = deps.nowMs();
  await deps.db.run(sql`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms)
    SELECT ${deps.newId("rec")}, 'system', ${nowMs}, coalesce((SELECT asked_at_ms FROM reconciliations
      WHERE finished_at_ms IS NOT NULL AND error IS NULL ORDER BY asked_at_ms DESC LIMIT 1),
      (SELECT min(asked_at_ms) FROM reconciliations), ${nowMs}) - ${RECONCILE_SPAN_MS}
    WHERE NOT EXISTS (SELECT 1 FROM reconciliations WHERE asked_at_ms > ${nowMs - EVERY_MS} OR finished_at_ms IS NULL)`);
  // Only one runner takes it; a run that died can be taken again.
  const [run] = await deps.db.all<{
    id: string;
    from_ms: number;
  }>(sql`UPDATE reconciliations SET started_at_ms = ${nowMs}
    WHERE id = (SELECT id FROM reconciliations WHERE finished_at_ms IS NULL
      AND (started_at_ms IS NULL OR started_at_ms <= ${nowMs - GIVEN_UP_MS}) ORDER BY asked_at_ms LIMIT 1)
    RETURNING id, from_ms`);
  if (!run) return false;
  const found = await reconcile(deps, run.from_ms);
  await deps.db
    .run(sql`UPDATE reconciliations SET finished_at_ms = ${deps.nowMs()}, sessions_read = ${found.sessionsRead},
    refunds_read = ${found.refundsRead}, payments_read = ${found.paymentsRead}, repaired = ${found.repaired}, open = ${found.open},
    error = ${found.error} WHERE id = ${run.id} AND finished_at_ms IS NULL`);
  deps.log("reconciled", {
    count: found.sessionsRead,
    outcome: `${found.repaired} repaired, ${found.open} open`,
    error: found.error,
  });
  return true;
}
