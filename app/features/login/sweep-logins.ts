import { lt, or } from "drizzle-orm";
import { counters, loginAsks, loginCodes, loginFlows, sessions } from "~/db/schema/people";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { SECOND_TAP_MS } from "./one-time-codes";
import { TICKET_KNOWN_MS } from "./turn-ticket";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Tidies up what is over. Nothing needs it to be correct: every row is checked against its own end when it is used. */
export async function sweepLogins(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const work = writes(
    // An hour longer, so that the page of the code can still say what happened; who has signed in needs a minute.
    db
      .delete(loginFlows)
      .where(or(lt(loginFlows.expiresAtMs, nowMs - HOUR_MS), lt(loginFlows.endedAtMs, nowMs - SECOND_TAP_MS))),
    db.delete(loginAsks).where(lt(loginAsks.askedAtMs, nowMs - TICKET_KNOWN_MS)),
    // A day longer, so that the page can still say 'expired'.
    db.delete(loginCodes).where(lt(loginCodes.expiresAtMs, nowMs - DAY_MS)),
    db.delete(counters).where(lt(counters.windowEndsAtMs, nowMs)),
    db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs - 30 * DAY_MS)),
  );
  await runWork(db, work);
}
