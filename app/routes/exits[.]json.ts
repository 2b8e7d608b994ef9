import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readExits } from "~/areas/proof/read-exits";
import { runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { minute: [] };

/** `/exits.json`: every cask that ended, with every value that was published of it, for programs. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const list = await runWork(context.db, readExits(context.db));
  return Response.json({ version: 1, day: dateOf(context.nowMs()), ...list });
}
