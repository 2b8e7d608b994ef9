import { sql } from "drizzle-orm";
import { keepers } from "~/db/schema/keepers";
import { runWork, writes } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { CONFIRMED_DAYS, lateSince } from "~/domain/keepers/confirmed";
import type { Deps } from "~/core/deps";
import { keepDeadLetter } from "~/core/ledger/dead-letter";

/** Of a keeper without a statement for too long; the next statement resolves it. @param lastOn the day of the last; undefined: none ever */
export const lateLetterId = (keeperId: string, lastOn: string | undefined) =>
  `warehouse:${keeperId}:late:${lastOn ?? "never"}`;

/**
 * Each keeper with a good key and a mailbox is asked once a month for a statement, unless this month's is there; and who is late waits for
 * an operator. One round trip.
 */
export async function askKeepers({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  const today = dateOf(nowMs);
  const month = today.slice(0, 7);
  const withKey = sql`EXISTS (SELECT 1 FROM keeper_keys WHERE keeper_id = keepers.id AND retired_at_ms IS NULL)`;
  const lastOn = sql`(SELECT max(stated_on) FROM keeper_statements WHERE keeper_id = keepers.id)`;
  const isLate = sql`coalesce(${lastOn}, date(keepers.created_at_ms / 1000, 'unixepoch')) < ${lateSince(today)}`;
  const ask = db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
    SELECT 'send-notice:keeper-asked:' || id || ':' || ${month}, 'send-notice', 'keeper-asked:' || id || ':' || ${month}, 'keeper-asked', ${nowMs}, ${nowMs}
    FROM keepers WHERE email IS NOT NULL AND ${withKey} AND coalesce(${lastOn}, '') < ${`${month}-01`} ON CONFLICT (id) DO NOTHING`);
  const tell = keepDeadLetter(
    db,
    {
      id: sql`'warehouse:' || keepers.id || ':late:' || coalesce(${lastOn}, 'never')`,
      ...{ origin: "warehouse", body: sql<string>`json_object('keeper', keepers.id)`, nowMs },
      error: `late: no statement within ${CONFIRMED_DAYS} days`,
    },
    "stays",
    { from: keepers, where: sql`${withKey} AND ${isLate}` },
  );
  await runWork(db, writes(ask, tell));
}
