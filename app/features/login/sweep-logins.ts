import { lt } from "drizzle-orm";
import { counters, loginCodes, loginFlows, sessions } from "~/db/schema/people";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";

const DAY_MS = 86_400_000;

/** Deletes what has expired. Only housekeeping: every row's expiry is checked when it is used. */
export async function sweepLogins(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const work = writes(
    db.delete(loginFlows).where(lt(loginFlows.expiresAtMs, nowMs)),
    // Kept a day longer, so that the page can still say 'expired'.
    db.delete(loginCodes).where(lt(loginCodes.expiresAtMs, nowMs - DAY_MS)),
    db.delete(counters).where(lt(counters.windowEndsAtMs, nowMs)),
    db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs - 30 * DAY_MS)),
  );
  await runWork(db, work);
}
