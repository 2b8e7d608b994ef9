import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/cask-exits";
import { casks } from "~/db/schema/casks";
import { stakes } from "~/db/schema/stakes";
import { type CalendarDate, dateOf, daysBetween } from "~/domain/calendar-date";

const MOST_EXITS = 1_000;
const DAYS_OF_A_YEAR = 365.25;

/** Every cask that was sold or bought back, those that lost included; latest first. Says nothing of people. */
export function exitsQuery(db: Database) {
  return db
    .select({
      exitId: caskExits.id,
      caskId: caskExits.caskId,
      caskName: casks.name,
      kind: caskExits.kind,
      buyerKind: caskExits.buyerKind,
      soldOn: caskExits.soldOn,
      grossCents: caskExits.grossCents,
      feesCents: caskExits.feesCents,
      stakes: caskExits.stakes,
      netPerStakeCents: caskExits.netPerStakeCents,
      remainderCents: caskExits.remainderCents,
      /** What a stake cost. */
      boughtAtCents: casks.costPerStakeCents,
      /** When the first stake was bought; null if nobody ever bought one. */
      firstBoughtAtMs: stakes.purchasedAtMs,
    })
    .from(caskExits)
    .innerJoin(casks, eq(casks.id, caskExits.caskId))
    .leftJoin(stakes, and(eq(stakes.caskId, casks.id), eq(stakes.number, 1)))
    .where(inArray(caskExits.state, ["confirmed", "done"]))
    .orderBy(desc(caskExits.soldOn), desc(caskExits.id))
    .limit(MOST_EXITS);
}

export type ExitRow = Awaited<ReturnType<typeof exitsQuery>>[number];

export type ExitView = Omit<ExitRow, "firstBoughtAtMs"> & {
  boughtOn: CalendarDate | null;
  /** From the first purchase to the sale, to a tenth. */
  years: number | null;
};

export function exitView({ firstBoughtAtMs, ...exit }: ExitRow): ExitView {
  const boughtOn = firstBoughtAtMs === null ? null : dateOf(firstBoughtAtMs);
  const days = boughtOn === null ? null : Math.max(0, daysBetween(boughtOn, exit.soldOn));
  return { ...exit, boughtOn, years: days === null ? null : Math.round((days / DAYS_OF_A_YEAR) * 10) / 10 };
}
