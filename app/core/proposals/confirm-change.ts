import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/operations";
import { mapWork, row, type Statement, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import { tellOperators } from "~/core/outbox/tell-operators";
import type { OperatorAccess } from "~/core/session/guarded";
import { type Change, type DecideRefusal, isConfirmedNow } from "./change";

type Confirmation = Change & {
  proposalId: string | null;
  operator: OperatorAccess;
  given?: SQL;
  /** Each statement must carry `isConfirmed`, which holds only if the change was confirmed in this batch. */
  effects: (isConfirmed: SQL) => Statement[];
};

export type Confirmed = { ok: true; proposalId: string } | { ok: false; code: DecideRefusal };

/** Confirming twice has no further effect. */
export function confirmChange(db: Database, confirmation: Confirmation): Work<Confirmed> {
  const { kind, subject, was, becomes, given, effects } = confirmation;
  const { userId: operatorId, nowMs } = confirmation.operator;
  const latest = sql`(SELECT one.id FROM change_proposals AS one WHERE one.subject = ${subject} ORDER BY one.proposed_at_ms DESC, one.rowid DESC LIMIT 1)`;
  const id = confirmation.proposalId === null ? latest : sql`${confirmation.proposalId}`;
  const isThis = sql`change_proposals.id = ${id} AND kind = ${kind} AND subject = ${subject}`;
  const isConfirmed = isConfirmedNow(id, { operatorId, nowMs });
  const statements = [
    db.run(sql`UPDATE change_proposals SET state = 'confirmed', decided_by = ${operatorId}, decided_at_ms = ${nowMs}
      WHERE ${isThis} AND state = 'open' AND proposed_by <> ${operatorId} AND expires_at_ms > ${nowMs} AND becomes = ${becomes}
        AND was = ${was} AND ${given ?? sql`true`}`),
    recordAudit(
      db,
      {
        id: sql`'change:' || change_proposals.id || ':confirmed'`,
        by: confirmation.operator,
        action: "change-confirmed",
        subject,
        detail: sql`kind || ' ' || change_proposals.id || ' proposed by ' || proposed_by`,
      },
      { from: changeProposals, where: isConfirmed },
    ),
    tellOperators(db, {
      notice: "change-confirmed",
      occasion: sql`change_proposals.id`,
      given: { table: sql`change_proposals`, where: isConfirmed },
      everyOne: true,
      nowMs,
    }),
    ...effects(isConfirmed),
  ];
  const found =
    db.all<Standing>(sql`SELECT id, state, proposed_by AS proposedBy, decided_by AS decidedBy, becomes = ${becomes} AS isSame,
      was IS ${was} AS asBefore, expires_at_ms <= ${nowMs} AS isOver
    FROM change_proposals WHERE ${isThis}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => outcomeOf(now, operatorId));
}

type Standing = {
  id: string;
  state: string;
  proposedBy: string;
  decidedBy: string | null;
  isSame: number;
  asBefore: number;
  isOver: number;
};

function outcomeOf(now: Standing | undefined, operatorId: string): Confirmed {
  const refused = (code: DecideRefusal): Confirmed => ({ ok: false, code });
  if (!now) return refused("no-such-proposal");
  if (now.state === "confirmed" && now.decidedBy === operatorId && now.isSame === 1)
    return { ok: true, proposalId: now.id };
  if (now.state !== "open") return refused("decided-otherwise");
  if (now.proposedBy === operatorId) return refused("own-proposal");
  if (now.isSame !== 1) return refused("figures-differ");
  if (now.isOver === 1) return refused("expired");
  return refused(now.asBefore === 1 ? "not-allowed" : "changed-meanwhile");
}
