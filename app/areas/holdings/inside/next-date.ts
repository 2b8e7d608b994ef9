import type { CalendarDate } from "~/domain/calendar-date";

/** 'ready': its return can be withdrawn. 'sold' is the one that lies behind. */
export type NextDate = { what: "sold" | "ready" | "hold-ends" | "sale-closes" | "cycle-ends"; on: CalendarDate };

type Dates = {
  today: CalendarDate;
  /** Whether a return of it can be withdrawn now. */
  isReady: boolean;
  soldOn: CalendarDate | null;
  /** Of requests in progress. */
  holdEnds: readonly CalendarDate[];
  /** While stakes of its cask are for sale. */
  saleClosesOn: CalendarDate | null;
  cycleEndsOn: CalendarDate | null;
};

/** The date of a stake that matters next; null: nothing of it is still to come. Of two on one day the first named here counts. */
export function nextDateOf({ today, isReady, soldOn, holdEnds, saleClosesOn, cycleEndsOn }: Dates): NextDate | null {
  if (soldOn) return { what: "sold", on: soldOn };
  if (isReady) return { what: "ready", on: today };
  const coming: NextDate[] = holdEnds.map((on) => ({ what: "hold-ends", on }));
  if (saleClosesOn) coming.push({ what: "sale-closes", on: saleClosesOn });
  if (cycleEndsOn) coming.push({ what: "cycle-ends", on: cycleEndsOn });
  return coming
    .filter(({ on }) => on >= today)
    .reduce<NextDate | null>((first, one) => (first && first.on <= one.on ? first : one), null);
}
