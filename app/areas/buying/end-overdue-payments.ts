import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";

const LIMIT = 200;

/** Ends payments whose hold has run out. Only housekeeping: the next buyer's batch does the same for its own cask. */
export async function endOverduePayments(deps: Pick<Deps, "db" | "nowMs">): Promise<number> {
  const nowMs = deps.nowMs();
  const result = await deps.db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs} WHERE id IN (
    SELECT id FROM payments WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} ORDER BY expires_at_ms LIMIT ${LIMIT})
    AND state IN ('created', 'open') RETURNING id`);
  return result.results.length;
}
