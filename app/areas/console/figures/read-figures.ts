import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, together, type Work } from "~/db/work";
import { weekFigures } from "~/db/schema/figures";
import { dateOf } from "~/domain/calendar-date";
import { plainDollars } from "~/domain/money";
import { EXPORT_ROWS, type ListExport, utc } from "~/core/lists/export-cells";
import type { FileAsked } from "../lists/define-list";
import { listEveryCask } from "../list-casks";
import { type WeekFigures, WEEKS } from "./count-weeks";

const MOST_CASKS = 24;

export type SoldOfCask = { id: string; name: string; sold: number; reserved: number; total: number };
/** `weeks`: oldest first. `casks`: on offer, the one that closes first at the head. */
export type Figures = { weeks: WeekFigures[]; casks: SoldOfCask[]; moreCasks: boolean };

export function readFigures(db: Database, nowMs: number): Work<Figures> {
  const casks = listEveryCask(db, { filter: "published", after: null, today: dateOf(nowMs), pageRows: MOST_CASKS });
  const weeks = rows(
    db
      .select()
      .from(weekFigures)
      .orderBy(sql`week DESC`)
      .limit(WEEKS),
  );
  return mapWork(together({ weeks, casks }), (found) => ({
    weeks: found.weeks.reverse(),
    casks: found.casks.rows.map(({ id, name, sold, reserved, total }) => ({ id, name, sold, reserved, total })),
    moreCasks: found.casks.next !== null,
  }));
}

const hours = (ms: number | null) => (ms === null ? null : Math.round(ms / 360_000) / 10);

const COLUMNS: Record<string, (week: WeekFigures) => string | number | null> = {
  week: (one) => one.week,
  counted_at: (one) => utc(one.countedAtMs),
  in_usd: (one) => plainDollars(one.inCents),
  out_usd: (one) => plainDollars(one.outCents),
  held_usd: (one) => plainDollars(one.heldCents),
  owed_usd: (one) => plainDollars(one.owedCents),
  withdrawals_paid: (one) => one.paid,
  withdrawals_late: (one) => one.paidLate,
  withdrawals_median_hours: (one) => hours(one.paidMedianMs),
  requests_answered: (one) => one.answered,
  requests_late: (one) => one.answeredLate,
  requests_median_hours: (one) => hours(one.answeredMedianMs),
  accounts: (one) => one.accounts,
  activated: (one) => one.activated,
  bought: (one) => one.bought,
};

/** Every week that was ever counted, oldest first. */
export const figuresFile = ({ db }: FileAsked): ListExport => ({
  columns: Object.keys(COLUMNS),
  page: (after) => {
    const query = db
      .select()
      .from(weekFigures)
      .where(after === null ? undefined : sql`week > ${after}`)
      .orderBy(weekFigures.week)
      .limit(EXPORT_ROWS);
    return mapWork(rows(query), (found) => ({
      rows: found.map((one) => () => Object.values(COLUMNS).map((cell) => cell(one))),
      next: found.length < EXPORT_ROWS ? null : (found.at(-1)?.week ?? null),
    }));
  },
});
