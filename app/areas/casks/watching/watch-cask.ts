import { sql } from "drizzle-orm";
import { writes, writeThenRead } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { isPublished } from "~/areas/casks/is-published";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { isWatched, MOST_WATCHED, TOLD_BEFORE_CLOSE_DAYS } from "./watches";

export type WatchOutcome = { ok: true } | { ok: false; code: "not-activated" | "not-watchable" };

/**
 * From now on this person gets a mail when the cask opens and before it closes. Twice is once. Needs an activated account, because the
 * mails tell dates. Two round trips.
 */
export async function watchCask({ db }: Pick<Deps, "db">, session: Session, caskId: string): Promise<WatchOutcome> {
  const { viewer, result } = await session.write(({ userId, nowMs, live }) => {
    const today = dateOf(nowMs);
    const forget = db.run(sql`DELETE FROM cask_watches WHERE user_id = ${userId} AND ${live}
      AND cask_id IN (SELECT casks.id FROM cask_watches AS mine JOIN casks ON casks.id = mine.cask_id
        WHERE mine.user_id = ${userId} AND (casks.closes_on < ${today} OR casks.ended_on IS NOT NULL))`);
    const watch =
      db.run(sql`INSERT INTO cask_watches (user_id, cask_id, created_at_ms, opens_told_at_ms, closes_told_at_ms)
      SELECT users.id, casks.id, ${nowMs}, iif(casks.launches_on <= ${today}, ${nowMs}, NULL),
        iif(casks.closes_on <= ${addDays(today, TOLD_BEFORE_CLOSE_DAYS)}, ${nowMs}, NULL)
      FROM casks JOIN users ON users.id = ${userId}
      WHERE casks.id = ${caskId} AND ${isPublished} AND casks.ended_on IS NULL AND casks.closes_on >= ${today}
        AND users.activated_at_ms IS NOT NULL AND users.closed_at_ms IS NULL
        AND (SELECT count(*) FROM cask_watches WHERE user_id = ${userId}) < ${MOST_WATCHED} AND ${live}
      ON CONFLICT DO NOTHING`);
    return writeThenRead([forget, watch], isWatched(db, userId, caskId));
  });
  if (result) return { ok: true };
  return { ok: false, code: viewer.activated ? "not-watchable" : "not-activated" };
}

/** No mail about this cask any more; one that is on its way is not sent either. Two round trips. */
export async function unwatchCask({ db }: Pick<Deps, "db">, session: Session, caskId: string): Promise<void> {
  await session.write(({ userId, live }) =>
    writes(db.run(sql`DELETE FROM cask_watches WHERE user_id = ${userId} AND cask_id = ${caskId} AND ${live}`)),
  );
}
