import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/domain/calendar-date";

// A calendar month of the books, in UTC, and when it can be closed.

export type Month = { name: string; before: string; fromMs: number; untilMs: number };

/** @returns null unless it is a month such as '2026-11' */
export function monthOf(name: string): Month | null {
  const [, year, month] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || month === undefined) return null;
  const fromMs = Date.UTC(Number(year), Number(month) - 1, 1);
  return {
    name,
    fromMs,
    untilMs: Date.UTC(Number(year), Number(month), 1),
    before: new Date(fromMs - DAY_MS).toISOString().slice(0, 7),
  };
}

/** The month that a time is in. @throws RangeError for a time that no month of the books has */
export function readableMonth(ms: number): Month {
  const month = monthOf(new Date(ms).toISOString().slice(0, 7));
  if (!month) throw new RangeError("no month of the books");
  return month;
}

export const closeSubject = ({ name }: Month): string => `month:${name}`;

/** What two operators agree on: how many rows the month has, and what moved. As text in one way only. */
export const monthFigures = ({ fromMs, untilMs }: Month): SQL<string> =>
  sql`(SELECT count(*) || ' rows, ' || coalesce(sum(iif(currency = 'USD', amount, 0)), 0) || ' cents'
    FROM transfers WHERE created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs})`;

const isOver = ({ untilMs }: Month, nowMs: number): SQL => sql`${nowMs} >= ${untilMs + DAY_MS}`;
/** Rows of payout runs that were made by the month's end and that the bank has not answered. */
const openRows = ({ untilMs }: Month): SQL => sql`(SELECT count(*) FROM withdrawals
  JOIN payout_run_rows ON payout_run_rows.withdrawal_id = withdrawals.id AND payout_run_rows.released_at_ms IS NULL
  WHERE withdrawals.state = 'sending' AND withdrawals.sent_at_ms < ${untilMs})`;
const earlierOpen = ({
  before,
  fromMs,
}: Month): SQL => sql`(EXISTS (SELECT 1 FROM transfers WHERE created_at_ms < ${fromMs})
  AND NOT EXISTS (SELECT 1 FROM book_months WHERE month = ${before}))`;

/** Columns that say what stands in the way of closing. A day passes first, so that no work under way still writes into the month. */
export const isReadyToClose = (month: Month, nowMs: number): SQL =>
  sql`${isOver(month, nowMs)} AS isOver, ${openRows(month)} AS openRows, ${earlierOpen(month)} AS earlierOpen`;

/** True if nothing does. */
export const mayClose = (month: Month, nowMs: number): SQL =>
  sql`(${isOver(month, nowMs)} AND ${openRows(month)} = 0 AND NOT ${earlierOpen(month)})`;
