import { type SQL, sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import { isFirstMinute } from "~/domain/first-minute";
import type { StartPayment } from "../start-payment";

/** In the first minute of a cask whose places are drawn: they are not yet, so nobody may have a stake. At any other time it is no condition at all. */
export function isGathering({ caskId, nowMs }: Pick<StartPayment, "caskId" | "nowMs">): SQL {
  if (caskId === null || !isFirstMinute(nowMs)) return sql`false`;
  return sql`EXISTS (SELECT 1 FROM casks AS opening JOIN launch_draws ON launch_draws.cask_id = opening.id AND launch_draws.drawn_at_ms IS NULL
    WHERE opening.id = ${caskId} AND opening.launches_on = ${dateOf(nowMs)})`;
}
