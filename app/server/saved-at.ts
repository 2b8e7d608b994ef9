import { redirect } from "@remix-run/cloudflare";
import { readRow } from "~/areas/console/lists/list-filters";
import type { RequestArgs } from "./context";
import { setToast } from "./toast";

/** After something was done in the console: to `place`, which says so once. What was opened beside a list stays there. */
export async function savedAt({ request, context }: RequestArgs, place: string) {
  const { pathname, search, searchParams } = new URL(request.url);
  const stays = place === pathname && readRow(searchParams) !== null;
  const headers = { "Set-Cookie": await setToast(context.config, "saved") };
  return redirect(stays ? place + search : place, { status: 303, headers });
}
