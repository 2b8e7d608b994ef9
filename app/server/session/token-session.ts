import { runWork, together, type Work } from "~/db/work";
import { type Access, accessOf, type SessionClaim } from "~/features/session/access";
import type { Session, SessionResult } from "~/features/session/session";
import { readViewer } from "~/features/session/viewer";
import type { RequestContext } from "~/server/context";

/** A token lives a day at most, so it needs no idle end and D1 decides alone. An ended session is refused with an empty 401. */
export function tokenSession(context: RequestContext, claim: SessionClaim): Session {
  const run = async <T>(make: (access: Access) => Work<T>): Promise<SessionResult<T>> => {
    const nowMs = context.nowMs();
    const work = together({
      viewer: readViewer(context.db, claim, nowMs),
      result: make(accessOf(claim, nowMs)),
    });
    const { viewer, result } = await runWork(context.db, work);
    if (!viewer) throw new Response(null, { status: 401 });
    return { viewer, result, nowMs };
  };
  return { claim, read: run, write: run };
}
