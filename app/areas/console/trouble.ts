import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { deadLetters } from "~/db/schema/operations";
import { differences } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Owed money is never dropped: it is sent, or recorded as sent by hand.

export const isOwed = sql`(origin = 'refund' OR EXISTS (SELECT 1 FROM outbox
  WHERE outbox.id = json_extract(dead_letters.body, '$.outboxId') AND outbox.kind = 'refund-payment'))`;

type Resolve = {
  deadLetterId: string;
  operator: OperatorAccess;
  /** Why it is dropped, without personal data; null: it is tried again. */
  reason: string | null;
};

export type ResolveOutcome =
  { ok: true } | { ok: false; code: "no-such-letter" | "is-owed" | "needs-a-person" | "not-allowed" };

/**
 * Drops a failed job or tries it again. One that was dropped or tried again before counts as done. Every outbox row may
 * run twice, so trying again what was done after all changes nothing.
 */
export function resolveDeadLetter(
  db: Database,
  { deadLetterId, operator: { userId, nowMs }, reason }: Resolve,
): Work<ResolveOutcome> {
  const isAgain = reason === null;
  const allowed = isAgain ? sql`origin IN ('outbox', 'queue')` : sql`NOT ${isOwed}`;
  const where = sql`id = ${deadLetterId} AND resolved_at_ms IS NULL AND ${allowed}`;
  const entry = {
    id: `${isAgain ? "replay" : "drop"}:${deadLetterId}:${nowMs}`,
    actor: byOperator(userId),
    action: isAgain ? "dead-letter-replayed" : "dead-letter-dropped",
    subject: `dead-letter:${deadLetterId}`,
    detail: reason,
    nowMs,
  } as const;
  const again = sql`UPDATE outbox SET done_at_ms = NULL, attempts = 0, available_at_ms = ${nowMs}
    WHERE (done_at_ms IS NULL OR last_error IS NOT NULL)
      AND id = (SELECT json_extract(body, '$.outboxId') FROM dead_letters WHERE ${where})`;
  const statements = [
    ...(isAgain ? [db.run(again)] : []),
    recordAudit(db, entry, { from: deadLetters, where }),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE ${where}`),
  ];
  const letter = db
    .select({ resolvedAtMs: deadLetters.resolvedAtMs, isOwed: sql<number>`${isOwed}`.as("is_owed") })
    .from(deadLetters)
    .where(eq(deadLetters.id, deadLetterId));
  return mapWork(writeThenRead(statements, row(letter)), (found): ResolveOutcome => {
    if (!found) return { ok: false, code: "no-such-letter" };
    if (found.resolvedAtMs !== null) return { ok: true };
    if (!found.isOwed) return { ok: false, code: "not-allowed" };
    // Money that no call can send back: running it again would not help.
    return { ok: false, code: isAgain ? "needs-a-person" : "is-owed" };
  });
}

// An explained difference reopens when its figures change.

type Explanation = { differenceId: string; operator: OperatorAccess; reason: string };

export type ExplainOutcome = { ok: true } | { ok: false; code: "no-such-difference" };

/** One that was explained before counts as done. */
export function explainDifference(
  db: Database,
  { differenceId, operator: { userId: operatorId, nowMs }, reason }: Explanation,
): Work<ExplainOutcome> {
  const mayExplain = sql`id = ${differenceId} AND state = 'open'`;
  const entry = {
    id: `explain:${differenceId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "difference-explained",
    subject: `difference:${differenceId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: differences, where: mayExplain }),
    db.run(sql`UPDATE differences SET state = 'explained' WHERE ${mayExplain}`),
  ];
  const now = db.select({ state: differences.state }).from(differences).where(eq(differences.id, differenceId));
  return mapWork(writeThenRead(statements, row(now)), (found): ExplainOutcome =>
    found?.state === "explained" ? { ok: true } : { ok: false, code: "no-such-difference" },
  );
}
