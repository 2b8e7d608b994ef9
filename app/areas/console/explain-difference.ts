import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { differences } from "~/db/schema/reconciliation";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// A difference to the provider's books that a person has looked into and knows the cause of. It waits for nobody any more; if its
// figures change, it is open again (areas/buying/reconciliation/record-difference). A broken rule of our own books is not explained
// away: it stays until it holds again.

type Explanation = {
  differenceId: string;
  operator: OperatorAccess;
  /** In the operator's words; no personal data. */
  reason: string;
};

export type ExplainOutcome = { ok: true } | { ok: false; code: "no-such-difference" | "not-allowed" };

/** Explained before counts as done. */
export function explainDifference(
  db: Database,
  { differenceId, operator: { userId: operatorId, nowMs }, reason }: Explanation,
): Work<ExplainOutcome> {
  const mayExplain = sql`id = ${differenceId} AND state = 'open' AND kind <> 'books'`;
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
  return mapWork(writeThenRead(statements, row(now)), (found): ExplainOutcome => {
    if (!found || found.state === "gone" || found.state === "repaired")
      return { ok: false, code: "no-such-difference" };
    return found.state === "explained" ? { ok: true } : { ok: false, code: "not-allowed" };
  });
}
