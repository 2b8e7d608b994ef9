import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";

/** In one run; the next one continues. */
const AT_MOST = 200;

/**
 * Marks readers who are to get the head of the newest published day; a trigger writes the outbox rows in the same batch, so each is
 * told once, however often the timer runs or fails. Readers who missed days get the newest. One round trip.
 */
export async function tellHeads({ db }: Pick<Deps, "db">, atMost = AT_MOST): Promise<void> {
  const newest = sql`(SELECT max(date) FROM audits WHERE state = 'published')`;
  await runWork(
    db,
    writes(
      db.run(sql`UPDATE audit_readers SET told_date = ${newest} WHERE id IN (
        SELECT id FROM audit_readers WHERE confirmed_at_ms IS NOT NULL AND told_date < ${newest} ORDER BY told_date LIMIT ${atMost})`),
    ),
  );
}
