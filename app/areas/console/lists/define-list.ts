import type { ReactNode } from "react";
import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { type ConsoleSection, sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { type Cell, EXPORT_ROWS, type ListExport } from "~/core/lists/export-cells";
import type { KeysetPage } from "~/core/lists/keyset-page";
import type { Column } from "~/ui/console/console-table";
import type { OperatorAccess } from "~/core/session/guarded";
import type { WaitingKind } from "~/areas/notices/waiting/what-waits";

// A list of the console is declared once: its page, its states, the cards on a phone and its CSV file are made from the declaration.
// Operators alone read its words, so they stand beside what they name.

export type ListRow = { id: string };

/** What the address asks for. `of`: a subject, for the list that knows subjects. */
export type ListFilter<State> = { state: State; of: string | null };

type ListAsked<State, Position> = ListFilter<State> & { after: Position | null; nowMs: number; pageRows?: number };

type ListView<Row, State> = ListFilter<State> & { rows: readonly Row[]; nowMs: number; mayChange: boolean };

type ListOutcome = { ok: true } | { ok: false; code: string };

type Declared<Row extends ListRow, State extends string, Position> = {
  /** Its place in the navigation, and its URL and title unless they are given. */
  section: ConsoleSection;
  href?: string;
  title?: string;
  /** What an empty list says; without it, that nothing is there. */
  none?: string;
  /** By their names in the address; the first one needs none. */
  states?: Record<State, string>;
  /** Reads the URL's `after`. null: the first page. @throws UnreadablePosition */
  position: (typed: string | null) => Position | null;
  query: (db: Database, asked: ListAsked<State, Position>) => Work<KeysetPage<Row>>;
  /** The states whose rows wait for a person, and are counted. */
  counts?: Partial<Record<State, WaitingKind>>;
  /** A row as this viewer may see it, on the page and in the file. */
  shown?: (row: Row, mayChange: boolean) => Row;
  columns: (view: ListView<Row, State>) => Column<Row>[];
  above?: (view: ListView<Row, State>) => ReactNode;
  below?: (view: ListView<Row, State>) => ReactNode;
  /** The file's columns in their order. Without it there is no file. */
  csv?: Record<string, (row: Row) => Cell>;
  /** What the forms in its rows ask for. */
  act?: (db: Database, operator: OperatorAccess, fields: Record<string, unknown>) => Work<ListOutcome>;
  /** By the outcome's code. 'form' and 'reason': it was not sent as it must be. */
  refusals?: Readonly<Record<string, string>>;
};

export type ConsoleList<Row extends ListRow, State extends string, Position> = Declared<Row, State, Position> & {
  href: string;
  title: string;
};

export const defineList = <Row extends ListRow, State extends string, Position>(
  list: Declared<Row, State, Position>,
): ConsoleList<Row, State, Position> => ({
  href: sectionHref(list.section),
  title: sectionTitles[list.section],
  ...list,
});

type WithStates<State extends string> = { states?: Record<State, string> };

/** A state that there is not is the first. */
export function readFilter<State extends string>({ states }: WithStates<State>, query: URLSearchParams) {
  const all = Object.keys(states ?? {}) as State[];
  const state = (all.find((one) => one === query.get("state")) ?? all[0]) as State;
  return { state, of: query.get("of") };
}

/** The list's URL under a filter. */
export function listUrl<State extends string>(
  { href, states }: WithStates<State> & { href: string },
  { state, of }: ListFilter<State>,
): string {
  const query = new URLSearchParams({
    ...(states && state !== Object.keys(states)[0] && { state }),
    ...(of !== null && { of }),
  });
  return query.size === 0 ? href : `${href}?${query.toString()}`;
}

export type FileAsked = { db: Database; query: URLSearchParams; nowMs: number };

type Exported<Row extends ListRow, State extends string, Position> = Pick<
  Declared<Row, State, Position>,
  "states" | "position" | "query" | "shown" | "csv"
>;

/** The same rows as on the page, under the same filter, all of them. */
export const fileOf =
  <Row extends ListRow, State extends string, Position>(list: Exported<Row, State, Position>) =>
  ({ db, query, nowMs }: FileAsked): ListExport => {
    const { csv = {}, shown = (row: Row) => row } = list;
    const filter = readFilter(list, query);
    const cellsOf = (row: Row) => (mayChange: boolean) => Object.values(csv).map((cell) => cell(shown(row, mayChange)));
    const page = (typed: string | null) => {
      const after = list.position(typed);
      const found = list.query(db, { ...filter, after, nowMs, pageRows: EXPORT_ROWS });
      return mapWork(found, ({ rows, next }) => ({ rows: rows.map(cellsOf), next }));
    };
    return { columns: Object.keys(csv), page };
  };
