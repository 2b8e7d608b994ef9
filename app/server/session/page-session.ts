import { redirect, redirectDocument } from "@remix-run/cloudflare";
import { runWork, together, type Work } from "~/db/work";
import { type Access, accessOf, type SessionClaim } from "~/features/session/access";
import type { Answered, Session } from "~/features/session/session";
import { readViewer, type Viewer } from "~/features/session/viewer";
import type { RequestContext } from "~/server/context";
import { isKnownVisitor, forgetKnown } from "~/server/known-visitor";
import { isPrefetch } from "~/server/is-prefetch";
import { clearSessionCookie, readSessionCookie } from "./cookie";
import { deleteSessionRecord, readSessionRecord, SESSION_SPREAD_MS, touchSessionRecord } from "./record";

// The one way into a page or action for signed-in people: the cookie's claim, confirmed by KV and D1. Both `requireSession`
// and the session it gives end a request that is nobody's by throwing a redirect to `/`.

type Args = { request: Request; context: RequestContext };
type Make<T> = (access: Access) => Work<T>;

export async function requireSession(args: Args): Promise<Session> {
  const claim = await readSessionCookie(args.context.config, args.request);
  if (!claim) throw notSignedIn(args);
  return cookieSession(args, claim);
}

export function cookieSession(args: Args, claim: SessionClaim): Session {
  return {
    claim,
    read: (work) => readAlong(args, claim, work),
    write: (work) => writeAfterRecord(args, claim, work),
  };
}

/** The KV record and one batch, at the same time. */
async function readAlong<T>(args: Args, claim: SessionClaim, make: Make<T>): Promise<Answered<T>> {
  const { context } = args;
  const nowMs = context.nowMs();
  const work = make(accessOf(claim, nowMs));
  const [record, { viewer, result }] = await Promise.all([
    readSessionRecord(context.kv, claim.idHash, nowMs),
    runWork(context.db, together({ viewer: readViewer(context.db, claim, nowMs), result: work })),
  ]);
  const admitted = await admit(args, claim, viewer, record !== null, nowMs);
  const touched = record && touchSessionRecord(context.kv, claim.idHash, record, nowMs);
  if (touched) context.waitUntil(touched);
  return { viewer: admitted, result, nowMs };
}

/** KV first, since an idle session must not write; then one batch whose writes carry their condition. */
async function writeAfterRecord<T>(args: Args, claim: SessionClaim, make: Make<T>): Promise<Answered<T>> {
  const { context } = args;
  const nowMs = context.nowMs();
  const readWho = readViewer(context.db, claim, nowMs);
  const record = await readSessionRecord(context.kv, claim.idHash, nowMs);
  // Young sessions may not have spread through KV yet: let D1 alone decide, one round trip more in that rare case.
  if (record === null) await admit(args, claim, await runWork(context.db, readWho), false, nowMs);
  const work = make(accessOf(claim, nowMs));
  const { viewer, result } = await runWork(context.db, together({ viewer: readWho, result: work }));
  return { viewer: await admit(args, claim, viewer, true, nowMs), result, nowMs };
}

async function admit(
  { request, context }: Args,
  claim: SessionClaim,
  viewer: Viewer | null,
  recordFound: boolean,
  nowMs: number,
): Promise<Viewer> {
  const young = viewer !== null && nowMs - viewer.sessionCreatedAtMs < SESSION_SPREAD_MS;
  if (viewer && (recordFound || young)) return viewer;
  context.waitUntil(deleteSessionRecord(context.kv, claim.idHash));
  throw await sessionEnded({ request, context });
}

/**
 * A visitor goes to the landing page; of a running page, which had a session, the next tap says that it is over: it ended in
 * another tab. A browser that was known is not any more.
 */
function notSignedIn({ request, context }: Args): Response {
  const headers = new Headers();
  if (isKnownVisitor(request) && !isPrefetch(request)) headers.set("Set-Cookie", forgetKnown(context.config));
  if (request.headers.get("Sec-Fetch-Dest") !== "empty") return redirect("/", { headers });
  return redirectDocument("/#session-expired", { headers });
}

/**
 * To the landing page, which says that the session has expired: as a document, also from the running app, because the
 * message is shown by the address. A page fetched ahead leaves the cookie alone, so that the tap after it is told as well.
 */
async function sessionEnded({ request, context }: Args): Promise<Response> {
  const headers = new Headers();
  if (!isPrefetch(request)) {
    headers.append("Set-Cookie", await clearSessionCookie(context.config));
    headers.append("Set-Cookie", forgetKnown(context.config));
    headers.set("Clear-Site-Data", '"storage"');
  }
  return redirectDocument("/#session-expired", { headers });
}
