import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { type JudgedValue, recordOf, type ValueRecord } from "~/domain/value-record";

/** How right the values of casks that ended were: each that was published before the sale against what a stake brought. */
export function readValueRecord(db: Database): Work<ValueRecord[]> {
  const query =
    db.all<JudgedValue>(sql`SELECT valued_on AS valuedOn, value_cents AS valueCents, tier, sold_on AS soldOn,
      net_per_stake_cents AS netCents
    FROM cask_exits CROSS JOIN valuations ON valuations.cask_id = cask_exits.cask_id AND valued_on < sold_on
    WHERE confirmed_at_ms > 0 AND cask_exits.state IN ('confirmed', 'done')`);
  return mapWork(rows(query), recordOf);
}
