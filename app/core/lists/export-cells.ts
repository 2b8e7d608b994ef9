import type { Work } from "~/db/work";
import type { KeysetPage } from "./keyset-page";

/** Money in dollars, instants in UTC; never an account number. */
export type Cell = string | number | null;
/** What a row shows depends on who asks, which is known once the page has been read. */
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
