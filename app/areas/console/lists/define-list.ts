import type { ReactNode } from "react";
import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { type ConsoleSection, sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { type Cell, EXPORT_ROWS, type ListExport } from "~/core/lists/export-cells";
import type { KeysetPage } from "~/core/lists/keyset-page";
import type { Column } from "~/ui/console/console-table";
import type { Waiting } from "~/areas/notices/waiting/what-waits";
import { type Chosen, type Filters, readFilters } from "./list-filters";

// A list of the console is declared once: its page, its filters, the cards on a phone and its CSV file are made from the declaration.
// Operators alone read its words, so they stand beside what they name.

/** How many rows a choice of `state` has, '9+' where counting stopped. null: not counted. */
export type Counts = Partial<Record<string, number | string | null>>;

export type ListRow = { id: string };

export type ListQuery<Filter, Position> = { filter: Filter; after: Position | null; nowMs: number; pageRows?: number };

export type ListedPage<Row> = KeysetPage<Row> & { counts?: Counts };

export type ListView<Row, Filter> = { rows: readonly Row[]; filter: Filter; nowMs: number; mayChange: boolean };

/** `children`: what the route adds. */
type Parts = { children: ReactNode; filters: ReactNode; table: ReactNode; links: ReactNode };

type Declared<Row extends ListRow, F extends Filters, Position> = {
  /** Its place in the navigation, and its URL and title unless they are given. */
  section: ConsoleSection;
  href?: string;
  title?: string;
  /** What an empty list says; without it, that nothing is there. */
  none?: string;
  filters: F;
  /** Reads the URL's `after`. null: the first page. @throws UnreadablePosition */
  position: (typed: string | null) => Position | null;
  query: (db: Database, asked: ListQuery<Chosen<F>, Position>) => Work<ListedPage<Row>>;
  counts?: (waiting: Waiting) => Counts;
  /** A row as this viewer may see it, on the page and in the file. */
  shown?: (row: Row, mayChange: boolean) => Row;
  columns: (view: ListView<Row, Chosen<F>>) => Column<Row>[];
  /** What a row is called in a line. With it a row's page has the list beside it, and leads to the rows before and after. */
  nameOf?: (row: Row) => string;
  /** For a page that has more than these parts, or has them in another order. */
  draw?: (page: ListView<Row, Chosen<F>> & Parts) => ReactNode;
  /** The file's columns in their order. Without it there is no file. */
  csv?: Record<string, (row: Row) => Cell>;
};

export type ConsoleList<Row extends ListRow, F extends Filters, Position> = Declared<Row, F, Position> & {
  href: string;
  title: string;
};

export const defineList = <Row extends ListRow, F extends Filters, Position>(
  list: Declared<Row, F, Position>,
): ConsoleList<Row, F, Position> => ({
  href: sectionHref(list.section),
  title: sectionTitles[list.section],
  ...list,
});

export type FileAsked = { db: Database; query: URLSearchParams; nowMs: number };

type Exported<Row extends ListRow, F extends Filters, Position> = Pick<
  Declared<Row, F, Position>,
  "filters" | "position" | "query" | "shown" | "csv"
>;

/** The same rows as on the page, under the same filter, all of them. */
export const fileOf =
  <Row extends ListRow, F extends Filters, Position>(list: Exported<Row, F, Position>) =>
  ({ db, query, nowMs }: FileAsked): ListExport => {
    const { csv = {}, shown = (row: Row) => row } = list;
    const filter = readFilters(list.filters, query);
    const cellsOf = (row: Row) => (mayChange: boolean) => Object.values(csv).map((cell) => cell(shown(row, mayChange)));
    const page = (typed: string | null) => {
      const after = list.position(typed);
      const found = list.query(db, { filter, after, nowMs, pageRows: EXPORT_ROWS });
      return mapWork(found, ({ rows, next }) => ({ rows: rows.map(cellsOf), next }));
    };
    return { columns: Object.keys(csv), page };
  };
