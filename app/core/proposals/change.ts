import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "~/core/ledger/audit";
import { notifyOperators } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import type { CHANGE_KINDS } from "~/db/schema/names";
import { changeProposals } from "~/db/schema/operations";
import { mapWork, row, type Statement, type Work, writeThenRead } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";

// Settings, some valuations and large payouts that came back; sales, bids and payouts have proposals of their own.

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type Change = { kind: ChangeKind; subject: string; was: SQL; becomes: string };

const PROPOSAL_MS = 7 * DAY_MS;

export type ProposeRefusal = "no-change" | "proposed-already" | "own-stake" | "not-allowed";

export type DecideRefusal =
  | "no-such-proposal"
  | "own-proposal"
  | "decided-otherwise"
  | "expired"
  | "changed-meanwhile"
  | "figures-differ"
  | "own-stake"
  | "not-allowed";

const isOpen = (subject: string): SQL => sql`subject = ${subject} AND state = 'open'`;

/** In this very batch. */
const isConfirmedNow = (proposalId: SQL | string, by: { operatorId: string; nowMs: number }): SQL =>
  sql`change_proposals.id = ${proposalId} AND change_proposals.state = 'confirmed' AND change_proposals.decided_by = ${by.operatorId}
    AND change_proposals.decided_at_ms = ${by.nowMs}`;

type Proposal = Change & { proposalId: string; operator: OperatorAccess; given?: SQL };

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
    notifyOperators(db, {
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

type Withdrawal = { subject: string; proposalId: string | null; operator: OperatorAccess };

type Withdrawn = { ok: true } | { ok: false; code: Extract<DecideRefusal, "decided-otherwise" | "not-allowed"> };

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
