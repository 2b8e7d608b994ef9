import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { type DecideRefusal, isOpen } from "./change";

type Withdrawal = {
  subject: string;
  proposalId: string | null;
  operator: OperatorAccess;
};

export type Withdrawn = { ok: true } | { ok: false; code: Extract<DecideRefusal, "decided-otherwise" | "not-allowed"> };

export function withdrawChange(db: Database, withdrawal: Withdrawal): Work<Withdrawn> {
  const { subject, proposalId, operator } = withdrawal;
  const { userId: operatorId, nowMs } = operator;
  const isThis = proposalId === null ? sql`true` : sql`change_proposals.id = ${proposalId}`;
  const mine = sql`subject = ${subject} AND state = 'withdrawn' AND decided_by = ${operatorId} AND decided_at_ms = ${nowMs} AND ${isThis}`;
  const statements = [
    db.run(sql`UPDATE change_proposals SET state = 'withdrawn', decided_by = ${operatorId}, decided_at_ms = ${nowMs}
      WHERE ${isOpen(subject)} AND ${isThis}`),
    recordAudit(
      db,
      {
        id: sql`'change:' || change_proposals.id || ':withdrawn'`,
        by: operator,
        action: "change-withdrawn",
        subject,
        detail: sql`kind || ' ' || change_proposals.id`,
      },
      { from: changeProposals, where: mine },
    ),
  ];
  const found = db.all<{ open: number; confirmed: number }>(sql`SELECT coalesce(sum(state = 'open'), 0) AS open,
      coalesce(sum(state = 'confirmed'), 0) AS confirmed FROM change_proposals WHERE subject = ${subject}
        AND ${proposalId === null ? sql`state = 'open'` : isThis}`);
  return mapWork(writeThenRead(statements, row(found)), (now): Withdrawn => {
    if (now?.confirmed) return { ok: false, code: "decided-otherwise" };
    if (!now?.open) return { ok: true };
    return { ok: false, code: "not-allowed" };
  });
}
