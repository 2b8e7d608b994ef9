import { and, eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskWatches } from "~/db/schema/watches";
import type { CaskStage } from "~/domain/cask-stage";
import { preparedOnce } from "~/db/prepared-once";
import { mapWork, row, rows, type Work } from "~/db/work";

/** At most this many casks at once; those that have closed do not count. */
export const MOST_WATCHED = 100;

/** While there is something to tell, and only to people who may know it. */
export const canWatch = ({ stage }: { stage: CaskStage }, activated: boolean) =>
  activated && (stage === "open" || stage === "upcoming");

/** A mail goes out this many days before the close date. */
export const TOLD_BEFORE_CLOSE_DAYS = 3;

/** The ids of all casks that anyone watches. */
export function watchedCasks(db: Database, userId: string): Work<Set<string>> {
  return mapWork(rows(watchedQuery(db, { userId })), (found) => new Set(found.map(({ caskId }) => caskId)));
}

const watchedQuery = preparedOnce(["userId"], (db, { userId }) =>
  db.select({ caskId: caskWatches.caskId }).from(caskWatches).where(eq(caskWatches.userId, userId)).limit(MOST_WATCHED),
);

export function isWatched(db: Database, userId: string, caskId: string): Work<boolean> {
  const query = db
    .select({ caskId: caskWatches.caskId })
    .from(caskWatches)
    .where(and(eq(caskWatches.userId, userId), eq(caskWatches.caskId, caskId)));
  return mapWork(row(query), (found) => found !== undefined);
}
