import { mapWork, nothing, together, type Work } from "~/db/work";
import type { ConsoleList, ListRow } from "~/areas/console/lists/define-list";
import { type Chosen, type Filters, readFilters, readRow } from "~/areas/console/lists/list-filters";
import type { ListData } from "~/areas/console/lists/list-page";
import type { BesideData } from "~/areas/console/lists/beside";
import { frameProps } from "./console-frame";
import { readConsole, readThing } from "./console-session";
import type { StaffAccess } from "~/core/session/guarded";
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
  const rows = shownRows(list, result.rows, mayChange);
  return {
    frame: frameProps(frame),
    filter,
    after: searchParams.get("after"),
    nowMs,
    ...result,
    rows,
    counts: { ...result.counts, ...list.counts?.(waiting) },
  };
}

const shownRows = <Row extends ListRow, F extends Filters, Position>(
  list: ConsoleList<Row, F, Position>,
  rows: readonly Row[],
  mayChange: boolean,
): Row[] => rows.map((row) => list.shown?.(row, mayChange) ?? row);

/** One round trip: a thing, and the page of the list that it was opened from, if its address names a row of it. */
export async function readInList<T, Row extends ListRow, F extends Filters, Position>(
  args: ListRequest,
  list: ConsoleList<Row, F, Position>,
  make: (staff: StaffAccess) => Work<T | null | undefined>,
) {
  const { searchParams } = new URL(args.request.url);
  const filter = readFilters(list.filters, searchParams);
  const row = readRow(searchParams);
  const { result, ...page } = await readThing(args, list.section, (staff) => {
    const after = row === null ? null : list.position(searchParams.get("after"));
    const listed = row === null ? noList : list.query(args.context.db, { filter, after, nowMs: staff.nowMs });
    return mapWork(together({ thing: make(staff), listed }), ({ thing, listed: found }) => thing && { thing, found });
  });
  const { thing, found } = result;
  const { mayChange, nowMs } = page.frame;
  const beside: BesideData<Row, Chosen<F>> | null =
    row === null || found === null
      ? null
      : {
          rows: shownRows(list, found.rows, mayChange),
          next: found.next,
          filter,
          after: searchParams.get("after"),
          row,
          nowMs,
          mayChange,
        };
  return { ...page, result: thing, beside };
}

const noList: Work<null> = mapWork(nothing, () => null);
