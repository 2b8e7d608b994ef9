import { mapWork, type Work } from "~/db/work";

/** Money in dollars, instants in UTC; never an account number. */
export type Cell = string | number | null;
export type ExportPage = { rows: Cell[][]; next: string | null };

/** Rows of one page, and so of one round trip. */
export const EXPORT_ROWS = 500;

export const dollars = (cents: number) => (cents / 100).toFixed(2);
export const utc = (ms: number) => new Date(ms).toISOString();
export const utcOrNothing = (ms: number | null) => (ms === null ? null : utc(ms));

export const pageOf = <Row>(page: Work<{ rows: Row[]; next: string | null }>, cells: (row: Row) => Cell[]) =>
  mapWork(page, ({ rows, next }): ExportPage => ({ rows: rows.map(cells), next }));
