import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { outbox } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Work that fails again and again is ended by an operator, with a reason. A refund is not ended but recorded as made by hand
// (areas/buying/settlement/record-manual-refund): until then the money is owed.

type EndWork = {
  outboxId: string;
  operator: OperatorAccess;
  reason: string;
};

export type EndWorkOutcome = { ok: true } | { ok: false; code: "no-such-work" | "is-owed" | "not-allowed" };

export function endWork(
  db: Database,
  { outboxId, operator: { userId: operatorId, nowMs }, reason }: EndWork,
): Work<EndWorkOutcome> {
  const mayEnd = sql`id = ${outboxId} AND failing_since_ms IS NOT NULL AND kind <> 'refund-payment'`;
  const entry = {
    id: `end-work:${outboxId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "work-ended",
    subject: `outbox:${outboxId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: outbox, where: sql`${mayEnd} AND done_at_ms IS NULL` }),
    // Its last error stays, to tell it from finished work and to allow a replay.
    db.run(sql`UPDATE outbox SET done_at_ms = ${nowMs} WHERE ${mayEnd} AND done_at_ms IS NULL`),
  ];
  const now = db
    .select({ kind: outbox.kind, doneAtMs: outbox.doneAtMs, failingSinceMs: outbox.failingSinceMs })
    .from(outbox)
    .where(eq(outbox.id, outboxId));
  return mapWork(writeThenRead(statements, row(now)), (found): EndWorkOutcome => {
    if (!found || found.failingSinceMs === null) return { ok: false, code: "no-such-work" };
    if (found.kind === "refund-payment") return { ok: false, code: "is-owed" };
    return found.doneAtMs === null ? { ok: false, code: "not-allowed" } : { ok: true };
  });
}
