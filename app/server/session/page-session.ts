import { redirect } from "@remix-run/cloudflare";
import { runWork, together, type Work } from "~/db/work";
import { type Access, accessOf, type SessionClaim } from "~/core/session/access";
import type { Session, SessionResult } from "~/core/session/session";
import { endedBySuspension, readViewer, type Viewer } from "~/core/session/viewer";
import { proofMsOf } from "~/server/code-first";
import type { RequestArgs, RequestContext } from "~/server/context";
import { clearSessionCookie, readSessionCookie } from "./cookie";
import { deleteSessionRecord, readSessionRecord, SESSION_SPREAD_MS, touchSessionRecord } from "./record";

// How pages and actions get a session: the cookie's claim, confirmed by KV and D1. Without a live session `requireSession` and
// the Session it returns end the request by throwing a redirect to `/`.
type Make<T> = (access: Access) => Work<T>;

export async function requireSession(args: RequestArgs): Promise<Session> {
  const claim = await readSessionCookie(args.context.config, args.request);
  if (!claim) throw notSignedIn(args);
  return cookieSession(args, claim);
}

export function cookieSession(args: RequestArgs, claim: SessionClaim): Session {
  return { claim, read: (work) => readAlong(args, claim, work), write: (work) => writeAfterRecord(args, claim, work) };
}

async function readAlong<T>(args: RequestArgs, claim: SessionClaim, make: Make<T>): Promise<SessionResult<T>> {
  const { context } = args;
  const nowMs = context.nowMs();
  const access = accessOf(claim, nowMs, proofMsOf(args.request));
  const [record, { viewer, result }] = await Promise.all([
    readSessionRecord(context.kv, claim.idHash, nowMs),
    runWork(context.db, together({ viewer: readViewer(context.db, access), result: make(access) })),
  ]);
  const admitted = await admit(args, claim, viewer, record !== null, nowMs);
  const touched = record && touchSessionRecord(context.kv, claim.idHash, record, nowMs);
  if (touched) context.waitUntil(touched);
  return { viewer: admitted, result, nowMs };
}

/** KV first, since an idle session must not write; then one batch whose writes carry `access.live`. */
async function writeAfterRecord<T>(args: RequestArgs, claim: SessionClaim, make: Make<T>): Promise<SessionResult<T>> {
  const { context } = args;
  const nowMs = context.nowMs();
  const access = accessOf(claim, nowMs, proofMsOf(args.request));
  await requireRecord(args, access);
  const { viewer, result } = await runWork(
    context.db,
    together({ viewer: readViewer(context.db, access), result: make(access) }),
  );
  return { viewer: await admit(args, claim, viewer, true, nowMs), result, nowMs };
}

async function requireRecord(args: RequestArgs, access: Access): Promise<void> {
  const { context } = args;
  const { nowMs } = access;
  const record = await readSessionRecord(context.kv, access.idHash, nowMs);
  // A new session may not have reached KV everywhere yet: let D1 decide alone, for one round trip more in that rare case.
  if (record === null)
    await admit(args, access, await runWork(context.db, readViewer(context.db, access)), false, nowMs);
}

async function admit(
  { context }: RequestArgs,
  claim: SessionClaim,
  viewer: Viewer | null,
  recordFound: boolean,
  nowMs: number,
): Promise<Viewer> {
  const young = viewer !== null && nowMs - viewer.sessionCreatedAtMs < SESSION_SPREAD_MS;
  if (viewer && (recordFound || young)) return viewer;
  context.waitUntil(deleteSessionRecord(context.kv, claim.idHash));
  const isSuspended = viewer === null && (await runWork(context.db, endedBySuspension(context.db, claim, nowMs)));
  throw await sessionEnded({ context }, isSuspended ? "suspended" : "session-expired");
}

/**
 * Redirects to the landing page. A running page had a session, which ended in another tab, so its next tap is told, whether it
 * asks for data or leads to another page.
 */
function notSignedIn({ request, context }: RequestArgs): Response {
  const isTold = request.headers.get("Sec-Fetch-Dest") === "empty" || comesFromApp(request, context.config.APP_ORIGIN);
  return redirect(isTold ? "/#session-expired" : "/");
}

const OF_INVESTORS =
  /^\/(invest|cask-information|stripe-secure|wallet|settings|personal-details|bank-details)(?=[?#]|$)/;

function comesFromApp(request: Request, origin: string): boolean {
  const from = request.headers.get("Referer") ?? "";
  return from.startsWith(`${origin}/`) && OF_INVESTORS.test(from.slice(origin.length));
}

/**
 * Redirects to the landing page, which shows that the session has expired, or why. It is loaded as a document, even from the running
 * app, because the message depends on the URL's hash.
 */
async function sessionEnded(
  { context }: Pick<RequestArgs, "context">,
  message: "suspended" | "session-expired",
): Promise<Response> {
  const headers = new Headers();
  headers.append("Set-Cookie", await clearSessionCookie(context.config));
  headers.set("Clear-Site-Data", '"storage"');
  return redirect(`/#${message}`, { headers });
}

/** A token has no record in KV: D1 decides alone. An ended session is refused with an empty 401. */
export function tokenSession(context: RequestContext, claim: SessionClaim, tokenEndsAtMs: number): Session {
  const run = async <T>(make: Make<T>): Promise<SessionResult<T>> => {
    const nowMs = context.nowMs();
    const access = accessOf(claim, nowMs);
    const work = together({ viewer: readViewer(context.db, access), result: make(access) });
    const { viewer, result } = await runWork(context.db, work);
    if (!viewer) throw new Response(null, { status: 401 });
    return { viewer, result, nowMs };
  };
  return { claim, tokenEndsAtMs, read: run, write: run };
}
