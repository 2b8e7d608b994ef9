import { and, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { sessions, users } from "~/db/schema/people";
import { rows, runWork, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type Actor, byUser, recordAudit } from "~/core/ledger/audit";
import { accessOf, type SessionClaim } from "~/core/session/access";

type EndAllSessionsInput = {
  userId: string;
  actor: Actor;
  /** Chosen before writing, so that a replay adds no second audit row. */
  auditId: string;
  nowMs: number;
};

/** `guard` is the condition that the batch's other writes carry, so that an ended session ends nothing. */
function endEverySession(
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

/**
 * @param asking must be alive; without one the house decides
 * @returns false if it had ended before
 */
export async function endAllSessions(
  deps: Deps,
  { userId, actor }: { userId: string; actor: Actor },
  asking?: SessionClaim,
): Promise<boolean> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const input = { userId, actor, auditId: deps.newId("aud"), nowMs };
  const work = together({
    done: endEverySession(db, input, asking && accessOf(asking, nowMs).live),
    ended: rows(
      db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.idHash, asking?.idHash ?? ""), lt(sessions.epoch, users.sessionEpoch))),
    ),
  });
  const { ended } = await runWork(db, work);
  return !asking || ended.length === 1;
}

export async function endSession(deps: Deps, { idHash, userId }: { idHash: string; userId: string }): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const work = writes(
    db
      .update(sessions)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(sessions.idHash, idHash), eq(sessions.userId, userId), isNull(sessions.revokedAtMs))),
    recordAudit(
      db,
      {
        id: `logout:${idHash.slice(0, 32)}`,
        actor: byUser(userId),
        action: "signed-out",
        subject: `user:${userId}`,
        nowMs,
      },
      { from: sessions, where: sql`id_hash = ${idHash} AND user_id = ${userId}` },
    ),
  );
  await runWork(db, work);
}
