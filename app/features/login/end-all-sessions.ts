import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { runWork, type Work, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { type Actor, recordAudit } from "~/features/ledger/audit";

export type EndAllSessionsInput = {
  userId: string;
  actor: Actor;
  /** Chosen before writing, so that a replay adds no second audit row. */
  auditId: string;
  nowMs: number;
};

/**
 * Ends every session of this user, including the one making the request. `guard` is the condition that the batch's other
 * writes carry, so that a session that is over ends nothing.
 */
export function endEverySession(
  db: Database,
  { userId, actor, auditId, nowMs }: EndAllSessionsInput,
  guard?: SQL,
): Work<void> {
  const who = guard ? sql`${eq(users.id, userId)} AND ${guard}` : eq(users.id, userId);
  return writes(
    // The audit row first: the guard may depend on the session that the next statement ends.
    recordAudit(
      db,
      { id: auditId, actor, action: "all-sessions-ended", subject: `user:${userId}`, nowMs },
      { from: users, where: who },
    ),
    db
      .update(users)
      .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
      .where(who),
  );
}

/** Logout everywhere. One round trip. */
export async function endAllSessions(
  deps: Pick<Deps, "db" | "nowMs" | "newId">,
  { userId, actor }: { userId: string; actor: Actor },
): Promise<void> {
  const input = { userId, actor, auditId: deps.newId("aud"), nowMs: deps.nowMs() };
  await runWork(deps.db, endEverySession(deps.db, input));
}
