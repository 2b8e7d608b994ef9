import { and, asc, inArray, lt } from "drizzle-orm";
import { leads } from "~/db/schema/leads";
import { addMonths } from "~/domain/cycles";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/features/deps";

const LEAD_LIFE_MONTHS = 24;
const DAY_MS = 86_400_000;

/** Per run: the timer is back within a minute. */
const AT_ONCE = 100;

/** Deletes addresses after the period in the privacy policy. Ids sort by time, so only the oldest rows are read. */
export async function sweepLeads(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const keptSinceMs = Date.parse(`${addMonths(dateOf(nowMs), -LEAD_LIFE_MONTHS)}T00:00:00Z`) + (nowMs % DAY_MS);
  const oldest = db.select({ id: leads.id }).from(leads).orderBy(asc(leads.id)).limit(AT_ONCE);
  await db.delete(leads).where(and(inArray(leads.id, oldest), lt(leads.createdAtMs, keptSinceMs)));
}
