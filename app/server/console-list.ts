import { mapWork } from "~/db/work";
import { type ConsoleList, type ListRow, readFilter } from "~/areas/console/lists/define-list";
import type { Counts, ListData } from "~/areas/console/lists/list-page";
import { countedOf } from "~/areas/notices/waiting/waiting-items";
import type { Waiting, WaitingKind } from "~/areas/notices/waiting/what-waits";
import { readConsole } from "./console-session";
import type { RequestContext } from "./context";

function countsOf(counted: Partial<Record<string, WaitingKind>>, waiting: Waiting): Counts {
  const kinds = Object.entries(counted) as [string, WaitingKind][];
  const some = kinds.filter(([, kind]) => waiting[kind].count > 0);
  return Object.fromEntries(some.map(([state, kind]) => [state, countedOf(waiting, kind)]));
}

export async function readList<Row extends ListRow, State extends string, Position>(
  args: { request: Request; context: RequestContext },
  list: ConsoleList<Row, State, Position>,
): Promise<ListData<Row, State>> {
  const { searchParams } = new URL(args.request.url);
  const filter = readFilter(list, searchParams);
  const { frame, waiting, nowMs, result } = await readConsole(args, list.section, ({ nowMs }) => {
    const after = list.position(searchParams.get("after"));
    const page = list.query(args.context.db, { ...filter, after, nowMs });
    return mapWork(page, (found) => ({ ...found, isFirst: after === null }));
  });
  return {
    frame,
    filter,
    nowMs,
    ...result,
    rows: result.rows.map((row) => list.shown?.(row, frame.mayChange) ?? row),
    counts: countsOf(list.counts ?? {}, waiting),
  };
}
