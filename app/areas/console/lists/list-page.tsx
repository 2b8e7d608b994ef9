import type { ReactNode } from "react";
import type { KeysetPage } from "~/core/lists";
import { ConsolePage, type ConsoleFrame } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Filters, PageLinks } from "~/ui/console/page-links";
import { type ConsoleList, type ListFilter, type ListRow, listUrl } from "./define-list";

export type Counts = Partial<Record<string, string>>;

export type ListData<Row, State> = KeysetPage<Row> & {
  frame: ConsoleFrame;
  filter: ListFilter<State>;
  counts: Counts;
  nowMs: number;
  isFirst: boolean;
};

type Props<Row extends ListRow, State extends string, Position> = ListData<Row, State> & {
  list: ConsoleList<Row, State, Position>;
  children?: ReactNode;
};

export function ListPage<Row extends ListRow, State extends string, Position>(props: Props<Row, State, Position>) {
  const { list, frame, filter, counts, rows, next, isFirst, nowMs, children } = props;
  const { title, states } = list;
  const view = { rows, ...filter, nowMs, mayChange: frame.mayChange };
  const links = Object.entries<string>(states ?? {}).map(([state, label]) => {
    const count = counts[state];
    return {
      href: listUrl(list, { state: state as State, of: null }),
      label,
      current: filter.state === state,
      ...(count !== undefined && { count }),
    };
  });
  return (
    <ConsolePage {...frame} title={title}>
      {children}
      {states && <Filters label={title} filters={links} />}
      {list.above?.(view)}
      <ConsoleTable label={title} columns={list.columns(view)} rows={rows} keyOf={({ id }) => id} none={list.none} />
      {list.below?.(view)}
      <PageLinks base={listUrl(list, filter)} next={next} isFirst={isFirst} csv={list.csv !== undefined} />
    </ConsolePage>
  );
}
