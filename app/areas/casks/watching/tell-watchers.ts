import { type SQL, sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { isPublished } from "~/areas/casks/is-published";
import type { Deps } from "~/core/deps";
import { TOLD_BEFORE_CLOSE_DAYS } from "./watches";

/** In one run; the next one continues. */
const AT_MOST = 200;

/**
 * Marks the watchers due to be told that a watched cask opens or is about to close; a trigger writes the outbox rows in the same batch, so
 * that each is told once, however often the timer runs or fails. A day on which it did not run is made up for while the cask is open. One
 * round trip.
 */
export async function tellWatchers({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">, atMost = AT_MOST): Promise<void> {
  const nowMs = clock();
  const today = dateOf(nowMs);
  const due = (column: SQL, until: SQL) => sql`(user_id, cask_id) IN (SELECT waiting.user_id, waiting.cask_id
    FROM casks CROSS JOIN cask_watches AS waiting ON waiting.cask_id = casks.id AND waiting.${column} IS NULL
    WHERE casks.closes_on >= ${today} AND casks.launches_on <= ${today} AND ${until} AND ${isPublished} AND casks.ended_on IS NULL
    LIMIT ${atMost})`;
  const opens = sql.raw("opens_told_at_ms");
  const closes = sql.raw("closes_told_at_ms");
  const soon = sql`casks.closes_on <= ${addDays(today, TOLD_BEFORE_CLOSE_DAYS)}`;
  await runWork(
    db,
    writes(
      db.run(sql`UPDATE cask_watches SET opens_told_at_ms = ${nowMs} WHERE ${due(opens, sql`1`)}`),
      db.run(sql`UPDATE cask_watches SET closes_told_at_ms = ${nowMs} WHERE ${due(closes, soon)}`),
    ),
  );
}
