import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { row, rows, runWork, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { isFirstHour } from "~/domain/first-hour";
import { setting } from "~/core/settings/setting";
import type { Over, Stock } from "./desk-terms";

const OVER_BY_STAGE = {
  "sold-out": "sold-out",
  closed: "closed",
  ended: "withdrawn",
  open: null,
  upcoming: null,
} as const;

/** Who holds a stake of the cask, and what is free. An overdue hold is free: the next start ends it. One round trip. */
export async function readStock(db: Database, caskId: string, nowMs: number): Promise<Stock> {
  const caskQuery = db
    .select({
      isPublished: sql<number>`state = 'published'`.as("is_published"),
      salesStoppedAtMs: casks.salesStoppedAtMs,
      mostOfNetwork: sql<number>`${setting("launch_accounts_per_network", 0)}`.as("most_of_network"),
      launchesOn: casks.launchesOn,
      closesOn: casks.closesOn,
      endedOn: casks.endedOn,
      totalStakes: casks.totalStakes,
      soldStakes: casks.soldStakes,
      reservedStakes: casks.reservedStakes,
    })
    .from(casks)
    .where(eq(casks.id, caskId));
  const openQuery = db
    .select({ userId: payments.userId, untilMs: payments.expiresAtMs })
    .from(payments)
    .where(sql`cask_id = ${caskId} AND state IN ('created', 'open')`);
  const { cask, open } = await runWork(db, together({ cask: row(caskQuery), open: rows(openQuery) }));
  if (!cask) return { over: "withdrawn", isStopped: false, mostOfNetwork: null, free: 0, holders: [] };
  const holders = open.filter(({ untilMs }) => untilMs > nowMs);
  const free = cask.totalStakes - cask.soldStakes - cask.reservedStakes + (open.length - holders.length);
  const over: Over | null = cask.isPublished === 1 ? OVER_BY_STAGE[caskStage(cask, dateOf(nowMs))] : "withdrawn";
  const isLimited = cask.mostOfNetwork > 0 && isFirstHour(cask.launchesOn, nowMs);
  const mostOfNetwork = isLimited ? cask.mostOfNetwork : null;
  return { over, isStopped: cask.salesStoppedAtMs !== null, mostOfNetwork, free, holders };
}
