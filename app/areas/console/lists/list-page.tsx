import type { ReactNode } from "react";
import type { KeysetPage } from "~/core/lists/keyset-page";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Filters as FilterLinks } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import type { ConsoleList, Counts, ListRow } from "./define-list";
import { type Choices, type Chosen, type Filters, listUrl, rowQuery } from "./list-filters";

/** What the page of a list is drawn from. */
export type ListData<Row, Filter> = KeysetPage<Row> & {
  frame: Omit<ConsolePageProps, "title" | "children" | "beside" | "keys">;
  filter: Filter;
  counts: Counts;
  nowMs: number;
  isFirst: boolean;
  /** Where this page begins, as its address says. */
  after: string | null;
};

type Props<Row extends ListRow, F extends Filters, Position> = ListData<Row, Chosen<F>> & {
  list: ConsoleList<Row, F, Position>;
  children?: ReactNode;
};

export function ListPage<Row extends ListRow, F extends Filters, Position>(props: Props<Row, F, Position>) {
  const { list, frame, filter, counts, rows, next, isFirst, after, nowMs, children } = props;
  const { title, href, filters, columns, csv } = list;
  const view = { rows, filter, nowMs, mayChange: frame.mayChange };
  const parts = {
    children,
    filters: <ListFilters {...{ href, filters, counts }} chosen={filter} />,
    table: (
      <ConsoleTable
        label={title}
        columns={columns(view)}
        rows={rows}
        keyOf={({ id }) => id}
        none={list.none}
        placeOf={list.nameOf && ((row) => rowQuery(filters, filter, { after, row }))}
      />
    ),
    links: <PageLinks base={listUrl(href, filters, filter)} next={next} isFirst={isFirst} csv={csv !== undefined} />,
  };
  const drawn = list.draw?.({ ...view, ...parts }) ?? (
    <>
      {children}
      {parts.filters}
      {parts.table}
      {parts.links}
    </>
  );
  return (
    <ConsolePage {...frame} title={title}>
      {drawn}
    </ConsolePage>
  );
}

type FiltersProps = {
  href: string;
  filters: Filters;
  chosen: Readonly<Record<string, string | null>>;
  counts: Counts;
};

function ListFilters({ href, filters, chosen, counts }: FiltersProps) {
  const all = Object.entries(filters).flatMap(([name, one]) => (typeof one === "function" ? [] : [{ name, ...one }]));
  const alone = all.filter(({ name, choices }) => isAlone(choices[chosen[name] ?? ""]));
  const rows = (alone.length > 0 ? alone : all).map(({ name, label, choices }) => {
    const links = Object.entries(choices).flatMap(([value, choice]) => {
      if (choice === null) return [];
      const count = name === "state" ? counts[value] : undefined;
      return {
        href: listUrl(href, filters, isAlone(choice) ? { [name]: value } : { ...chosen, [name]: value }),
        label: typeof choice === "string" ? choice : choice.label,
        current: chosen[name] === value,
        ...(count !== undefined && count !== null && { count: String(count) }),
      };
    });
    return <FilterLinks key={name} label={label} filters={links} />;
  });
  return all.length > 1 ? <div className="flex flex-col gap-2">{rows}</div> : rows;
}

const isAlone = (choice: Choices["choices"][string] | undefined) => typeof choice === "object" && choice !== null;
