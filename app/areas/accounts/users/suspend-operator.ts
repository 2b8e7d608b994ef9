import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/change-proposals";
import type { Work } from "~/db/work";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { Change } from "~/core/proposals/change";
import { type Confirmed, confirmChange } from "~/core/proposals/confirm-change";
import { type Proposed, proposeChange } from "~/core/proposals/propose-change";
import type { OperatorAccess } from "~/core/session/guarded";

// An operator is shut out, and let in again, by two others: otherwise one could be alone with the money by suspending the rest.

export type StandingChange = "suspend" | "restore";

type OperatorSuspension = {
  userId: string;
  change: StandingChange;
  operator: OperatorAccess;
};

/** NULL where there is no such operator. Of a suspension, when it began: a later suspension is a separate matter. */
function changeOf({ userId, change }: Pick<OperatorSuspension, "userId" | "change">): Omit<Change, "note"> {
  const was = sql`(SELECT coalesce(CAST(users.suspended_at_ms AS TEXT), '') FROM users
    WHERE users.id = ${userId} AND users.role = 'operator' AND users.closed_at_ms IS NULL)`;
  return {
    kind: change === "suspend" ? "suspension" : "restoration",
    subject: byUser(userId),
    was,
    becomes: change === "suspend" ? "suspended" : "restored",
  };
}

/** A suspended user is not suspended again, and a user who is not suspended is not let in again. */
const isNeeded = ({
  userId,
  change,
}: Pick<OperatorSuspension, "userId" | "change">): SQL => sql`EXISTS (SELECT 1 FROM users
  WHERE users.id = ${userId} AND (users.suspended_at_ms IS NULL) = ${change === "suspend" ? 1 : 0})`;

/** @param asked `reason`: for operators only; it goes when the account is closed */
export function proposeStanding(
  db: Database,
  asked: OperatorSuspension & { proposalId: string; reason?: string | undefined },
): Work<Proposed> {
  return proposeChange(db, { ...asked, ...changeOf(asked), note: asked.reason ?? "", given: isNeeded(asked) });
}

/** Done at once: from the suspension on, every session of that operator has ended. */
export function confirmStanding(
  db: Database,
  asked: OperatorSuspension & { proposalId: string | null },
): Work<Confirmed> {
  const { change } = asked;
  return confirmChange(db, {
    ...asked,
    ...changeOf(asked),
    given: isNeeded(asked),
    effects: (isConfirmed) =>
      change === "suspend" ? suspend(db, asked, isConfirmed) : restore(db, asked, isConfirmed),
  });
}

const isOf = (userId: string, isConfirmed: SQL) =>
  sql`id = ${userId} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`;

function suspend(
  db: Database,
  { userId, operator: { userId: operatorId, nowMs } }: OperatorSuspension,
  isConfirmed: SQL,
) {
  return [
    db.run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms)
      SELECT 'sus_' || change_proposals.id, ${userId}, ${operatorId}, change_proposals.note, ${nowMs} FROM change_proposals WHERE ${isConfirmed} ON CONFLICT DO NOTHING`),
    db.run(sql`UPDATE users SET suspended_at_ms = ${nowMs}, session_epoch = session_epoch + 1
      WHERE suspended_at_ms IS NULL AND ${isOf(userId, isConfirmed)}`),
    recordAudit(
      db,
      {
        id: sql`'user-suspended:sus_' || change_proposals.id`,
        actor: byOperator(operatorId),
        action: "user-suspended",
        subject: byUser(userId),
        detail: sql`'sus_' || change_proposals.id`,
        nowMs,
      },
      { from: changeProposals, where: isConfirmed },
    ),
  ];
}

function restore(
  db: Database,
  { userId, operator: { userId: operatorId, nowMs } }: OperatorSuspension,
  isConfirmed: SQL,
) {
  return [
    db.run(sql`UPDATE suspensions SET restored_by = ${operatorId}, restored_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND restored_at_ms IS NULL AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
    db.run(sql`UPDATE users SET suspended_at_ms = NULL WHERE ${isOf(userId, isConfirmed)}`),
    recordAudit(
      db,
      {
        id: sql`'user-restored:' || change_proposals.id`,
        actor: byOperator(operatorId),
        action: "user-restored",
        subject: byUser(userId),
        nowMs,
      },
      { from: changeProposals, where: isConfirmed },
    ),
  ];
}
