import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { deadLetters } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Work that was given up and is not wanted any more leaves the list, with an operator's reason. Money that is owed is not
// dropped: it is sent, or recorded as sent by hand (areas/buying/settlement/record-manual-refund.ts).

type Drop = {
  deadLetterId: string;
  operator: OperatorAccess;
  /** Why, in the operator's words; no personal data. */
  reason: string;
};

export type DropOutcome = { ok: true } | { ok: false; code: "no-such-letter" | "is-owed" | "not-allowed" };

/** Of the row of `dead_letters` at hand. */
export const isOwed = sql`(origin = 'refund' OR EXISTS (SELECT 1 FROM outbox
  WHERE outbox.id = json_extract(dead_letters.body, '$.outboxId') AND outbox.kind = 'refund-payment'))`;

/** Dropped or replayed before counts as done. */
export function dropDeadLetter(
  db: Database,
  { deadLetterId, operator: { userId: operatorId, nowMs }, reason }: Drop,
): Work<DropOutcome> {
  const mayDrop = sql`id = ${deadLetterId} AND resolved_at_ms IS NULL AND NOT ${isOwed}`;
  const entry = {
    id: `drop:${deadLetterId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "dead-letter-dropped",
    subject: `dead-letter:${deadLetterId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: deadLetters, where: mayDrop }),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE ${mayDrop}`),
  ];
  const letter = db
    .select({ resolvedAtMs: deadLetters.resolvedAtMs, isOwed: sql<number>`${isOwed}`.as("is_owed") })
    .from(deadLetters)
    .where(eq(deadLetters.id, deadLetterId));
  return mapWork(writeThenRead(statements, row(letter)), (found): DropOutcome => {
    if (!found) return { ok: false, code: "no-such-letter" };
    if (found.resolvedAtMs !== null) return { ok: true };
    return { ok: false, code: found.isOwed ? "is-owed" : "not-allowed" };
  });
}
