import { redirect } from "@remix-run/cloudflare";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { SQL } from "drizzle-orm";
import type { RequestContext } from "./context";
import {
  clearSessionCookie,
  deleteSessionRecord,
  type PresentedSession,
  readPresentedSession,
  readSessionRecord,
  SESSION_SPREAD_MS,
  touchSessionRecord,
} from "./session";
import { liveSession, toViewer, type Viewer, viewerQuery } from "./viewer";

// The one way into a page or action for signed-in people. The session check and the page's own queries are one D1 batch,
// so a revoked session sees nothing and a write guarded with `live` writes nothing. Throws a redirect to `/` otherwise.

type Query = BatchItem<"sqlite">;
type Args = { request: Request; context: RequestContext };

export type Asked = PresentedSession & { nowMs: number };

/** Reads: the KV record and one batch, at the same time. */
export async function readAsViewer<const Q extends readonly Query[]>(
  { request, context }: Args,
  queries: (asked: Asked) => Q,
): Promise<{ viewer: Viewer; rows: BatchResponse<Q>; nowMs: number }> {
  const presented = await present({ request, context });
  const nowMs = context.nowMs();
  const [record, results] = await Promise.all([
    readSessionRecord(context.kv, presented.idHash),
    context.db.batch([viewerQuery(context.db, presented, nowMs), ...queries({ ...presented, nowMs })]),
  ]);
  const viewer = await admit(context, presented, results[0], record !== null, nowMs);
  const touched = record && touchSessionRecord(context.kv, presented.idHash, record, nowMs);
  if (touched) context.waitUntil(touched);
  return { viewer, rows: results.slice(1) as BatchResponse<Q>, nowMs };
}

/** Writes: KV first (an idle session must not write), then one batch whose writes carry `live`. */
export async function writeAsViewer<const Q extends readonly Query[]>(
  { request, context }: Args,
  statements: (asked: Asked, live: SQL) => Q,
): Promise<{ viewer: Viewer; rows: BatchResponse<Q>; nowMs: number }> {
  const presented = await present({ request, context });
  const nowMs = context.nowMs();
  const record = await readSessionRecord(context.kv, presented.idHash);
  if (record === null) {
    // Young sessions may not have spread through KV yet: let D1 alone decide, one round trip more in that rare case.
    const [row] = await viewerQuery(context.db, presented, nowMs);
    await admit(context, presented, row ? [row] : [], false, nowMs);
  }
  const results = await context.db.batch([
    viewerQuery(context.db, presented, nowMs),
    ...statements({ ...presented, nowMs }, liveSession(presented, nowMs)),
  ]);
  const viewer = await admit(context, presented, results[0], true, nowMs);
  return { viewer, rows: results.slice(1) as BatchResponse<Q>, nowMs };
}

async function present({ request, context }: Args): Promise<PresentedSession> {
  const presented = await readPresentedSession(context.config, request);
  if (!presented) throw redirect("/");
  return presented;
}

type Row = Parameters<typeof toViewer>[0];

async function admit(
  context: RequestContext,
  presented: PresentedSession,
  rows: Row[],
  recordFound: boolean,
  nowMs: number,
): Promise<Viewer> {
  const [row] = rows;
  const young = row !== undefined && nowMs - row.sessionCreatedAtMs < SESSION_SPREAD_MS;
  if (row && (recordFound || young)) return toViewer(row);
  context.waitUntil(deleteSessionRecord(context.kv, presented.idHash));
  throw await sessionEnded(context);
}

/** To the landing page, which says that the session has expired. */
async function sessionEnded(context: RequestContext): Promise<Response> {
  return redirect("/#session-expired", {
    headers: { "Set-Cookie": await clearSessionCookie(context.config), "Clear-Site-Data": '"storage"' },
  });
}
