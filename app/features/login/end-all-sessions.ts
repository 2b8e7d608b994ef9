import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { auditLog } from "~/db/schema/operations";
import { users } from "~/db/schema/people";
import type { Deps } from "~/features/deps";

export type EndAllSessionsInput = {
  userId: string;
  /** 'user:ID', 'operator:ID' or 'system'. */
  actor: string;
  /** Chosen before: makes the audit row one. */
  auditId: string;
  nowMs: number;
};

/**
 * Statements for a batch: every session of this user ends, the caller's too. `guard` is the condition that the batch's
 * other writes carry, so that a session which is over ends nothing.
 */
export function endAllSessionsStatements(
  db: Database,
  { userId, actor, auditId, nowMs }: EndAllSessionsInput,
  guard?: SQL,
) {
  const who = and(eq(users.id, userId), guard);
  return [
    // First the record: the guard may ask for the session that the next statement ends.
    db
      .insert(auditLog)
      .select(
        db
          .select({
            id: sql`${auditId}`.as("id"),
            actor: sql`${actor}`.as("actor"),
            action: sql`'all-sessions-ended'`.as("action"),
            subject: sql`'user:' || ${users.id}`.as("subject"),
            detail: sql`NULL`.as("detail"),
            createdAtMs: sql`${nowMs}`.as("created_at_ms"),
          })
          .from(users)
          .where(who),
      )
      .onConflictDoNothing(),
    db
      .update(users)
      .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
      .where(who),
  ] as const;
}

/** Logout everywhere. One round trip. */
export async function endAllSessions(
  deps: Pick<Deps, "db" | "nowMs" | "newId">,
  { userId, actor }: { userId: string; actor: string },
): Promise<void> {
  const input = { userId, actor, auditId: deps.newId("aud"), nowMs: deps.nowMs() };
  await deps.db.batch(endAllSessionsStatements(deps.db, input));
}
