import { sql } from "drizzle-orm";
import type { Deps } from "~/features/deps";

const LIMIT = 500;
const DAY_MS = 86_400_000;

/** Removes what is of no use any more: finished logins, counters and sessions past their end. Money rows are never touched. */
export async function sweepOldRows(deps: Pick<Deps, "db" | "nowMs">): Promise<number> {
  const nowMs = deps.nowMs();
  const results = await deps.db.batch([
    deps.db.run(
      sql`DELETE FROM login_flows WHERE id_hash IN (SELECT id_hash FROM login_flows WHERE expires_at_ms < ${nowMs} LIMIT ${LIMIT})`,
    ),
    deps.db.run(
      sql`DELETE FROM login_codes WHERE id IN (SELECT id FROM login_codes WHERE expires_at_ms < ${nowMs - DAY_MS} LIMIT ${LIMIT})`,
    ),
    deps.db.run(
      sql`DELETE FROM counters WHERE key IN (SELECT key FROM counters WHERE window_ends_at_ms < ${nowMs} LIMIT ${LIMIT})`,
    ),
    deps.db.run(
      sql`DELETE FROM sessions WHERE id_hash IN (SELECT id_hash FROM sessions WHERE expires_at_ms < ${nowMs - DAY_MS} LIMIT ${LIMIT})`,
    ),
  ]);
  return results.reduce((sum, result) => sum + result.meta.changes, 0);
}
