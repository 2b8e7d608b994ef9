import { redirect } from "@remix-run/cloudflare";
import { runWork, together, type Work } from "~/db/work";
import { type Access, accessOf, type SessionClaim } from "~/features/session/access";
import type { Answered, Session } from "~/features/session/session";
import { readViewer, type Viewer } from "~/features/session/viewer";
import type { RequestContext } from "~/server/context";
import { clearSessionCookie, readSessionCookie } from "./cookie";
import { deleteSessionRecord, readSessionRecord, SESSION_SPREAD_MS, touchSessionRecord } from "./record";

// The one way into a page or action for signed-in people: the cookie's claim, confirmed by KV and D1. Both `requireSession`
// and the session it gives end a request that is nobody's by throwing a redirect to `/`.

type Args = { request: Request; context: RequestContext };
type Make<T> = (access: Access) => Work<T>;

export async function requireSession({ request, context }: Args): Promise<Session> {
  const claim = await readSessionCookie(context.config, request);
  if (!claim) throw redirect("/");
  return cookieSession(context, claim);
}

export function cookieSession(context: RequestContext, claim: SessionClaim): Session {
  return {
    claim,
    read: (work) => readAlong(context, claim, work),
    write: (work) => writeAfterRecord(context, claim, work),
  };
}

/** The KV record and one batch, at the same time. */
async function readAlong<T>(context: RequestContext, claim: SessionClaim, make: Make<T>): Promise<Answered<T>> {
  const nowMs = context.nowMs();
  const work = make(accessOf(claim, nowMs));
  const [record, { viewer, result }] = await Promise.all([
    readSessionRecord(context.kv, claim.idHash),
    runWork(context.db, together({ viewer: readViewer(context.db, claim, nowMs), result: work })),
  ]);
  const admitted = await admit(context, claim, viewer, record !== null, nowMs);
  const touched = record && touchSessionRecord(context.kv, claim.idHash, record, nowMs);
  if (touched) context.waitUntil(touched);
  return { viewer: admitted, result, nowMs };
}

/** KV first, since an idle session must not write; then one batch whose writes carry their condition. */
async function writeAfterRecord<T>(context: RequestContext, claim: SessionClaim, make: Make<T>): Promise<Answered<T>> {
  const nowMs = context.nowMs();
  const readWho = readViewer(context.db, claim, nowMs);
  const record = await readSessionRecord(context.kv, claim.idHash);
  // Young sessions may not have spread through KV yet: let D1 alone decide, one round trip more in that rare case.
  if (record === null) await admit(context, claim, await runWork(context.db, readWho), false, nowMs);
  const work = make(accessOf(claim, nowMs));
  const { viewer, result } = await runWork(context.db, together({ viewer: readWho, result: work }));
  return { viewer: await admit(context, claim, viewer, true, nowMs), result, nowMs };
}

async function admit(
  context: RequestContext,
  claim: SessionClaim,
  viewer: Viewer | null,
  recordFound: boolean,
  nowMs: number,
): Promise<Viewer> {
  const young = viewer !== null && nowMs - viewer.sessionCreatedAtMs < SESSION_SPREAD_MS;
  if (viewer && (recordFound || young)) return viewer;
  context.waitUntil(deleteSessionRecord(context.kv, claim.idHash));
  throw await sessionEnded(context);
}

/** To the landing page, which says that the session has expired. */
async function sessionEnded(context: RequestContext): Promise<Response> {
  return redirect("/#session-expired", {
    headers: { "Set-Cookie": await clearSessionCookie(context.config), "Clear-Site-Data": '"storage"' },
  });
}
