import type { ReactNode } from "react";
import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { type ConsoleSection, sectionHref, sectionTitles } from "~/content/console-sections";
import { type Cell, EXPORT_ROWS, type KeysetPage, type ListExport } from "~/core/lists";
import type { Column } from "~/ui/console/console-table";
import type { OperatorAccess } from "~/core/session/guarded";
import type { WaitingKind } from "~/areas/notices/waiting/what-waits";

// A list is declared once: page, filters, cards on a phone and CSV file are made from it.

export type ListRow = { id: string };

export type ListFilter<State> = { state: State; of: string | null };

type ListAsked<State, Position> = ListFilter<State> & { after: Position | null; nowMs: number; pageRows?: number };

type ListView<Row, State> = ListFilter<State> & { rows: readonly Row[]; nowMs: number; mayChange: boolean };

type ListOutcome = { ok: true } | { ok: false; code: string };

type Declared<Row extends ListRow, State extends string, Position> = {
  section: ConsoleSection;
  href?: string;
  title?: string;
  none?: string;
  /** The first is the default. */
  states?: Record<State, string>;
  position: (typed: string | null) => Position | null;
  query: (db: Database, asked: ListAsked<State, Position>) => Work<KeysetPage<Row>>;
  counts?: Partial<Record<State, WaitingKind>>;
  /** A row as this viewer may see it, on the page and in the file. */
  shown?: (row: Row, mayChange: boolean) => Row;
  columns: (view: ListView<Row, State>) => Column<Row>[];
  above?: (view: ListView<Row, State>) => ReactNode;
  below?: (view: ListView<Row, State>) => ReactNode;
  /** Without it there is no file. */
  csv?: Record<string, (row: Row) => Cell>;
  act?: (db: Database, operator: OperatorAccess, fields: Record<string, unknown>) => Work<ListOutcome>;
  /** By the outcome's code; 'form' and 'reason' are answered with 400. */
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

export function readFilter<State extends string>({ states }: WithStates<State>, query: URLSearchParams) {
  const all = Object.keys(states ?? {}) as State[];
  const state = (all.find((one) => one === query.get("state")) ?? all[0]) as State;
  return { state, of: query.get("of") };
}

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
