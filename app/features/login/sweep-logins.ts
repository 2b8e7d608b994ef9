import { lt, or } from "drizzle-orm";
import { counters, loginAsks, loginCodes, loginFlows, sessions } from "~/db/schema/people";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { SECOND_TAP_MS } from "./one-time-codes";
import { TICKET_KNOWN_MS } from "./turn-ticket";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes what has expired. Only housekeeping: every row's expiry is checked when it is used. */
export async function sweepLogins(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const work = writes(
    // Kept an hour longer, so that the code page can still say what happened. After signing in, a minute is enough.
    db
      .delete(loginFlows)
      .where(or(lt(loginFlows.expiresAtMs, nowMs - HOUR_MS), lt(loginFlows.endedAtMs, nowMs - SECOND_TAP_MS))),
    db.delete(loginAsks).where(lt(loginAsks.askedAtMs, nowMs - TICKET_KNOWN_MS)),
    // Kept a day longer, so that the page can still say 'expired'.
    db.delete(loginCodes).where(lt(loginCodes.expiresAtMs, nowMs - DAY_MS)),
    db.delete(counters).where(lt(counters.windowEndsAtMs, nowMs)),
    db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs - 30 * DAY_MS)),
  );
  await runWork(db, work);
}
