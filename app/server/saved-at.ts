import { redirect } from "@remix-run/cloudflare";
import type { RequestArgs } from "./context";
import { setToast } from "./toast";

type Done = { ok: true; waits?: boolean; query?: unknown };

export async function savedAt({ context }: RequestArgs, place: string, done: Done = { ok: true }) {
  const toast = done.waits ? "proposed" : "saved";
  const headers = new Headers();
  if (!done.query) headers.set("Set-Cookie", await setToast(context.config, toast));
  return redirect(place, { status: 303, headers });
}
