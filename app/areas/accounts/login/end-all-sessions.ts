import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { sessions, users } from "~/db/schema/people";
import { rows, runWork, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { accessOf, type SessionClaim } from "~/core/session/access";

/** @returns false if the session that asks had ended before: then no other ends */
export async function endAllSessions(deps: Deps, asking: SessionClaim): Promise<boolean> {
  const { db } = deps;
  const { userId, idHash } = asking;
  const nowMs = deps.nowMs();
  const who = sql`${eq(users.id, userId)} AND ${accessOf(asking, nowMs).live}`;
  const work = together({
    done: writes(
      // The audit row first: it depends on the session that the next statement ends.
      recordAudit(
        db,
        {
          id: deps.newId("aud"),
          actor: byUser(userId),
          action: "all-sessions-ended",
          subject: `user:${userId}`,
          nowMs,
        },
        { from: users, where: who },
      ),
      db
        .update(users)
        .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
        .where(who),
    ),
    ended: rows(
      db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.idHash, idHash), lt(sessions.epoch, users.sessionEpoch))),
    ),
  });
  return (await runWork(db, work)).ended.length === 1;
}

export async function endSession(deps: Deps, { idHash, userId }: SessionClaim): Promise<void> {
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
