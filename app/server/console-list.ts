import { mapWork } from "~/db/work";
import type { ConsoleList, ListRow } from "~/areas/console/lists/define-list";
import { type Chosen, type Filters, readFilters } from "~/areas/console/lists/list-filters";
import type { ListData } from "~/areas/console/lists/list-page";
import { frameProps } from "./console-frame";
import { readConsole } from "./console-session";
import type { RequestContext } from "./context";

type ListRequest = { request: Request; context: RequestContext };

/** One round trip: the page of a list that the URL names by its filters and `after`. */
export async function readList<Row extends ListRow, F extends Filters, Position>(
  args: ListRequest,
  list: ConsoleList<Row, F, Position>,
): Promise<ListData<Row, Chosen<F>>> {
  const { searchParams } = new URL(args.request.url);
  const filter = readFilters(list.filters, searchParams);
  const { frame, result } = await readConsole(args, list.section, ({ nowMs }) => {
    const after = list.position(searchParams.get("after"));
    const page = list.query(args.context.db, { filter, after, nowMs });
    return mapWork(page, (found) => ({ ...found, isFirst: after === null }));
  });
  const { mayChange, nowMs, waiting } = frame;
  const rows = result.rows.map((row) => list.shown?.(row, mayChange) ?? row);
  return {
    frame: frameProps(frame),
    filter,
    nowMs,
    ...result,
    rows,
    counts: { ...result.counts, ...list.counts?.(waiting) },
  };
}
