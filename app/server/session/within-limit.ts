import { type AccountLimit, writeWithin } from "~/core/limits";
import type { Session } from "~/core/session/session";
import type { RequestContext } from "~/server/context";
import { tooMany } from "~/server/too-many";

/** The session, for what an account may do only so often: `write` rejects with the 429 to send where it was too often. */
export function withinLimit(
  { db, log }: Pick<RequestContext, "db" | "log">,
  session: Session,
  name: AccountLimit,
): Session {
  return {
    ...session,
    write: async (make) => {
      const written = await writeWithin(db, session, name, make);
      if (written.ok) return written;
      log("account-limit-reached", { userId: session.claim.userId, code: name });
      throw tooMany(written.retryAtMs - written.nowMs);
    },
  };
}
