import type { Work } from "~/db/work";

// A list is read in pages, each beginning after the last row of the one before: a page costs the same however far it is from
// the first, and nothing is skipped or shown twice when rows are added meanwhile.

export const PAGE_ROWS = 25;

export type After = { ms: number; id: string };

/** @returns null for the first page, even where the address names no place in the list */
export function readAfter(text: string | null): After | null {
  const [, ms, id] = /^(\d{1,16})\.(.+)$/s.exec(text ?? "") ?? [];
  return ms && id ? { ms: Number(ms), id } : null;
}

export const readAfterNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

export const afterRow = (ms: number | null, id: string): string => `${ms}.${id}`;

export type KeysetPage<Row> = { rows: Row[]; next: string | null };

/** @param found one row more than a page, if there is one: that is how a next page is known */
export function cutPage<Row>(
  found: readonly Row[],
  pageRows: number,
  nextAfter: (last: Row) => string,
): KeysetPage<Row> {
  const shown = found.slice(0, pageRows);
  const last = found.length > pageRows ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : nextAfter(last) };
}

type Timed = { createdAtMs: number; id: string };

/** A few rows, read in no particular order: sorting them in the database would read each once more. */
export const newestFirst = <Row extends Timed>(found: readonly Row[]): Row[] =>
  [...found].sort((one, other) => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1));

/** Money in dollars, instants in UTC; never an account number. */
export type Cell = string | number | null;
/** A row's content depends on the viewer, who is known once the page has been read. */
export type ExportPage = KeysetPage<(mayChange: boolean) => Cell[]>;

/** A list as a table for a spreadsheet. */
export type ListExport = {
  columns: readonly string[];
  /** @param after where the page before ended; null: the first */
  page: (after: string | null) => Work<ExportPage>;
};

/** Rows of one page, and so of one round trip. */
export const EXPORT_ROWS = 500;

export const utc = (ms: number) => new Date(ms).toISOString();
export const utcOrNothing = (ms: number | null) => (ms === null ? null : utc(ms));
