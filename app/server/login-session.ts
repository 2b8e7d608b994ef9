import { finishLogin, type FinishedLogin } from "~/areas/accounts/login/finish-login";
import { endAllSessions, endSession } from "~/areas/accounts/login/end-all-sessions";
import type { Failed } from "~/areas/accounts/login/login-deps";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import { hashAddress } from "~/areas/accounts/login/login-limits";
import type { RequestContext, RequestArgs } from "./context";
import { markStaff } from "./staff-cookie";
import { keyedHash } from "./keyed-hash";
import { rememberAddress } from "./browser-cookie";
import { loginCookie } from "./login-cookie";
import { loginDeps } from "./login-deps";
import { readRef, refCookie } from "./ref-cookie";
import { clearSessionCookie, commitSessionCookie, readSessionCookie, SESSION_ABSOLUTE_MS } from "./session/cookie";
import { deleteSessionRecord, writeSessionRecord } from "./session/record";

/**
 * On success `headers` holds three cookies: the session's, the login's for a second tap, and the browser's own name; a fourth, of a member of staff.
 * The session's id is derived from login and code, so that a second tap gets the same one.
 */
export async function signInWithCode(
  { request, context }: RequestArgs,
  proof: { flowId: string; code: string },
): Promise<(FinishedLogin & { headers: Headers }) | Failed> {
  const { config, kv } = context;
  const nowMs = context.nowMs();
  // Only the browser has the login's id, so no one else can make this; D1 holds a hash of it.
  const sid = await keyedHash(config.SESSION_SECRET, `login:${proof.flowId}:${proof.code}`);
  const idHash = await keyedHash(config.SESSION_SECRET, sid);
  const previous = await readSessionCookie(config, request);
  const deps = loginDeps(context);
  const ref = await readRef(config, request);
  const finished = await finishLogin(deps, {
    ...proof,
    ref,
    secondTap: true,
    session: { idHash, expiresAtMs: nowMs + SESSION_ABSOLUTE_MS },
    previousIdHash: previous?.idHash ?? null,
  });
  if (!finished.ok) return finished;
  const { userId } = finished;
  try {
    await writeSessionRecord(kv, idHash, { userId, createdAtMs: nowMs, lastSeenMs: nowMs });
  } catch {
    // A young session needs D1 alone. If KV never gets the record, the visitor logs in again later.
    context.log("session-record-not-written", { userId });
  }
  if (previous && previous.idHash !== idHash) context.waitUntil(deleteSessionRecord(kv, previous.idHash));
  const headers = new Headers();
  headers.append("Set-Cookie", await commitSessionCookie(config, { sid, userId }));
  if (finished.isStaff) headers.append("Set-Cookie", markStaff(config));
  const toSecondTap = { maxAge: SECOND_TAP_MS / 1000 };
  headers.append("Set-Cookie", await loginCookie(config).serialize(proof.flowId, toSecondTap));
  const addressHash = await hashAddress(deps, finished.address);
  headers.append("Set-Cookie", await rememberAddress({ request, context }, addressHash));
  if (ref) headers.append("Set-Cookie", await refCookie(config).serialize("", { maxAge: 0 }));
  return { ...finished, headers };
}

export async function signOut({ request, context }: RequestArgs): Promise<Headers> {
  const claim = await readSessionCookie(context.config, request);
  if (claim) {
    await endSession(context, claim);
    await deleteSessionRecord(context.kv, claim.idHash);
  }
  return signedOut(context);
}

/** Every session and token of this user ends. `everywhere` is false if this session had already ended: then it ends no other. */
export async function signOutEverywhere({
  request,
  context,
}: RequestArgs): Promise<{ everywhere: boolean; headers: Headers }> {
  const claim = await readSessionCookie(context.config, request);
  const headers = await signedOut(context);
  if (!claim) return { everywhere: false, headers };
  const everywhere = await endAllSessions(context, claim);
  await deleteSessionRecord(context.kv, claim.idHash);
  return { everywhere, headers };
}

export async function signedOut(context: RequestContext): Promise<Headers> {
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage", "prefetchCache", "prerenderCache"' });
  headers.append("Set-Cookie", await clearSessionCookie(context.config));
  headers.append("Set-Cookie", await loginCookie(context.config).serialize("", { maxAge: 0 }));
  return headers;
}
