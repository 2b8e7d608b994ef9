import type { KeysetPage } from "~/core/lists/keyset-page";
import type { Beside } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import type { ConsoleList, ListRow } from "./define-list";
import { type Chosen, type Filters, listUrl, rowQuery } from "./list-filters";

/** The page of the list that a thing was opened from, as it is now. */
export type BesideData<Row, Filter> = KeysetPage<Row> & {
  filter: Filter;
  after: string | null;
  /** The row that was opened. */
  row: number;
  nowMs: number;
  mayChange: boolean;
};

/** What stands beside the page of one thing; undefined: it was not opened from this list. */
export function besideOf<Row extends ListRow, F extends Filters, Position>(
  list: ConsoleList<Row, F, Position>,
  id: string,
  data: BesideData<Row, Chosen<F>> | null,
): Beside | undefined {
  if (data === null) return undefined;
  const { rows, next, filter, after } = data;
  const placeOf = (row: number) => rowQuery(list.filters, filter, { after, row });
  const to = (at: number) => {
    const row = rows[at];
    return row ? { href: `${list.href}/${row.id}${placeOf(at)}`, name: list.nameOf?.(row) ?? row.id } : null;
  };
  const here = listUrl(list.href, list.filters, filter);
  const join = here.includes("?") ? "&" : "?";
  const { before, following } = stepsFrom(rows, id, data.row);
  return {
    title: list.title,
    href: after === null ? here : `${here}${join}after=${encodeURIComponent(after)}`,
    previous: to(before),
    next:
      to(following) ?? (next === null ? null : { href: `${here}${join}after=${encodeURIComponent(next)}`, name: null }),
    list: (
      <ConsoleTable
        label={list.title}
        columns={list.columns(data)}
        rows={rows}
        keyOf={(row) => row.id}
        {...{ placeOf }}
        narrow={id}
      />
    ),
  };
}

/** What has left the list since then has no row: the one that followed it has moved up into its place. */
function stepsFrom(rows: readonly ListRow[], id: string, opened: number): { before: number; following: number } {
  const at = rows.findIndex((row) => row.id === id);
  return at === -1 ? { before: opened - 1, following: opened } : { before: at - 1, following: at + 1 };
}
