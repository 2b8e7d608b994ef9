import { and, eq, isNull, sql } from "drizzle-orm";
import { sessions } from "~/db/schema/people";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";

/** Revokes one session with effect from the next request. Repeating it changes nothing. One round trip. */
export async function endSession(
  deps: Pick<Deps, "db" | "nowMs">,
  { idHash, userId }: { idHash: string; userId: string },
): Promise<void> {
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
