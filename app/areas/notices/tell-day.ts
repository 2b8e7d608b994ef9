import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { tellOperators } from "~/core/outbox/tell-operators";
import { DAY_MS } from "~/domain/calendar-date";

/** The day of the summary begins at this hour, UTC. */
const FROM_HOUR = 6;

/** Which day's summary is due: days since 1970, each from 06:00 UTC on. */
export const summaryDay = (nowMs: number) => Math.floor((nowMs - FROM_HOUR * 3_600_000) / DAY_MS);

/** Has every operator with a mail address told once a day what waits. One round trip. */
export async function tellDay({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  // As text: D1 binds every number as a real one.
  const day = String(summaryDay(nowMs));
  const tell = tellOperators(db, { notice: "daily-summary", occasion: sql`${day}`, nowMs });
  await runWork(db, writes(tell));
}
