import { mapWork, type Work } from "~/db/work";
import type { KeysetPage } from "./keyset-page";

/** Money in dollars, instants in UTC; never an account number. */
export type Cell = string | number | null;
/** What a row shows depends on who asks, which is known once the page has been read. */
export type ExportPage = KeysetPage<(mayChange: boolean) => Cell[]>;

/** Rows of one page, and so of one round trip. */
export const EXPORT_ROWS = 500;

export const utc = (ms: number) => new Date(ms).toISOString();
export const utcOrNothing = (ms: number | null) => (ms === null ? null : utc(ms));

export const pageOf = <Row>(page: Work<KeysetPage<Row>>, cells: (row: Row, mayChange: boolean) => Cell[]) =>
  mapWork(page, ({ rows, next }): ExportPage => ({
    rows: rows.map((row) => (mayChange: boolean) => cells(row, mayChange)),
    next,
  }));
