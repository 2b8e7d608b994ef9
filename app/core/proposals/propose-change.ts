import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import { tellOperators } from "~/core/outbox/tell-operators";
import type { OperatorAccess } from "~/core/session/guarded";
import { type Change, isOpen, PROPOSAL_MS, type ProposeRefusal } from "./change";

type Proposal = Change & {
  proposalId: string;
  operator: OperatorAccess;
  given?: SQL;
};

export type Proposed = { ok: true; waits: true } | { ok: false; code: Exclude<ProposeRefusal, "own-stake"> };

/** Another figure is a proposal of its own: the first proposer may confirm it, the second may not. */
export function proposeChange(db: Database, proposal: Proposal): Work<Proposed> {
  const { proposalId, kind, subject, was, becomes, given } = proposal;
  const { userId: operatorId, nowMs } = proposal.operator;
  const allowed = given ?? sql`true`;
  const stands = sql`kind = ${kind} AND becomes = ${becomes} AND was = ${was} AND expires_at_ms > ${nowMs}`;
  const statements = [
    db.run(sql`UPDATE change_proposals SET state = 'replaced', decided_by = ${operatorId}, decided_at_ms = ${nowMs}
      WHERE ${isOpen(subject)} AND NOT (${stands}) AND ${was} IS NOT NULL AND ${was} <> ${becomes} AND ${allowed}`),
    db.run(sql`INSERT INTO change_proposals (id, kind, subject, was, becomes, proposed_by, proposed_at_ms, expires_at_ms)
      SELECT ${proposalId}, ${kind}, ${subject}, ${was}, ${becomes}, ${operatorId}, ${nowMs}, ${nowMs + PROPOSAL_MS}
      WHERE ${was} IS NOT NULL AND ${was} <> ${becomes} AND ${allowed} ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `change:${proposalId}:proposed`,
        by: proposal.operator,
        action: "change-proposed",
        subject,
        detail: sql`kind || ' ' || id || iif(kind = 'setting', ' ' || was || ' -> ' || becomes, '')`,
      },
      { from: changeProposals, where: sql`id = ${proposalId}` },
    ),
    tellOperators(db, {
      notice: "change-proposed",
      occasion: sql`change_proposals.id`,
      given: { table: sql`change_proposals`, where: sql`change_proposals.id = ${proposalId}` },
      everyOne: true,
      nowMs,
    }),
  ];
  const found = db.all<{ by: string | null; same: number | null; unchanged: number | null }>(
    sql`SELECT waiting.proposed_by AS by, waiting.same, ${was} = ${becomes} AS unchanged
      FROM (SELECT 1) LEFT JOIN (SELECT proposed_by, ${stands} AS same FROM change_proposals WHERE ${isOpen(subject)}) AS waiting`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now): Proposed => {
    if (now?.same === 1 && now.by === operatorId) return { ok: true, waits: true };
    if (now?.same === 1) return { ok: false, code: "proposed-already" };
    if (now?.unchanged === 1) return { ok: false, code: "no-change" };
    return { ok: false, code: "not-allowed" };
  });
}
