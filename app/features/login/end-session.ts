import { and, eq, isNull, sql } from "drizzle-orm";
import { auditLog } from "~/db/schema/operations";
import { sessions } from "~/db/schema/people";
import type { Deps } from "~/features/deps";

/** Revokes one session, from the next request on. Ending it again changes nothing. One round trip. */
export async function endSession(
  deps: Pick<Deps, "db" | "nowMs">,
  { idHash, userId }: { idHash: string; userId: string },
): Promise<void> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  await db.batch([
    db
      .update(sessions)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(sessions.idHash, idHash), eq(sessions.userId, userId), isNull(sessions.revokedAtMs))),
    db
      .insert(auditLog)
      .select(
        db
          .select({
            id: sql`${`logout:${idHash.slice(0, 32)}`}`.as("id"),
            actor: sql`'user:' || ${sessions.userId}`.as("actor"),
            action: sql`'signed-out'`.as("action"),
            subject: sql`'user:' || ${sessions.userId}`.as("subject"),
            detail: sql`NULL`.as("detail"),
            createdAtMs: sql`${nowMs}`.as("created_at_ms"),
          })
          .from(sessions)
          .where(and(eq(sessions.idHash, idHash), eq(sessions.userId, userId))),
      )
      .onConflictDoNothing(),
  ]);
}
