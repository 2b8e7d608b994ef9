import { type SQL, sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import type { Deps } from "~/core/deps";
import { type KeptAfter, type SweptTable, sweptTables } from "./swept-tables";

/** Rows per table and run: the timer is back within a minute. */
export const SWEPT_AT_ONCE = 500;

/**
 * Deletes what has been kept long enough, the oldest first. Only housekeeping: code that uses a row checks whether it is over. An
 * index leads to the rows that go, so that those that stay are not read. One round trip.
 */
export async function sweepTables({ db, nowMs }: Deps): Promise<void> {
  const now = nowMs();
  await runWork(db, writes(...sweptTables.map((table) => db.run(deletion(table, now)))));
}

function deletion({ key, over, only }: SweptTable, nowMs: number): SQL {
  const oldest = over.map(
    (kept) => sql`SELECT * FROM (SELECT ${key} FROM ${key.table} WHERE ${kept.column} < ${keptSinceMs(kept, nowMs)}
      AND ${only ?? sql`TRUE`} ORDER BY ${kept.column} LIMIT ${SWEPT_AT_ONCE})`,
  );
  return sql`DELETE FROM ${key.table} WHERE ${key} IN (${sql.join(oldest, sql` UNION ALL `)})`;
}

function keptSinceMs(kept: KeptAfter, nowMs: number): number {
  if ("ms" in kept) return nowMs - kept.ms;
  return Date.parse(`${addMonths(dateOf(nowMs), -kept.months)}T00:00:00Z`) + (nowMs % DAY_MS);
}
