import { redirect } from "@remix-run/cloudflare";
import type { RequestArgs } from "./context";
import { setToast } from "./toast";

/** A preview has a `query` and wrote nothing; a proposal `waits` for another operator. */
type Done = { ok: true; waits?: boolean; query?: unknown };

/** After something was done in the console: to `place`, which says once what it was. */
export async function savedAt({ context }: RequestArgs, place: string, done: Done = { ok: true }) {
  const toast = done.waits ? "proposed" : "saved";
  const headers = new Headers();
  if (!done.query) headers.set("Set-Cookie", await setToast(context.config, toast));
  return redirect(place, { status: 303, headers });
}
