import { redirect } from "@remix-run/cloudflare";
import { readRow } from "~/areas/console/lists/list-filters";
import type { RequestArgs } from "./context";
import { setToast } from "./toast";

/** A preview has a `query` and wrote nothing; a proposal `waits` for another operator. */
type Done = { ok: true; waits?: boolean; query?: unknown };

/** After something was done in the console: to `place`, which says once what it was. What was opened beside a list stays there. */
export async function savedAt({ request, context }: RequestArgs, place: string, done: Done = { ok: true }) {
  const { pathname, search, searchParams } = new URL(request.url);
  const stays = place === pathname && readRow(searchParams) !== null;
  const toast = done.waits ? "proposed" : "saved";
  const headers = new Headers();
  if (!done.query) headers.set("Set-Cookie", await setToast(context.config, toast));
  return redirect(stays ? place + search : place, { status: 303, headers });
}
