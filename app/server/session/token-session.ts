import { runWork, together, type Work } from "~/db/work";
import { type Access, accessOf, type SessionClaim } from "~/core/session/access";
import type { Session, SessionResult } from "~/core/session/session";
import { readViewer } from "~/core/session/viewer";
import type { RequestContext } from "~/server/context";

/** A token has no record in KV: D1 decides alone. An ended session is refused with an empty 401. */
export function tokenSession(context: RequestContext, claim: SessionClaim, tokenEndsAtMs: number): Session {
  const run = async <T>(make: (access: Access) => Work<T>): Promise<SessionResult<T>> => {
    const nowMs = context.nowMs();
    const access = accessOf(claim, nowMs);
    const work = together({ viewer: readViewer(context.db, access), result: make(access) });
    const { viewer, result } = await runWork(context.db, work);
    if (!viewer) throw new Response(null, { status: 401 });
    return { viewer, result, nowMs };
  };
  return { claim, tokenEndsAtMs, read: run, write: run };
}
