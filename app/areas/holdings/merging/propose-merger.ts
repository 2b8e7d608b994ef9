import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { accountMergers } from "~/db/schema/mergers";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";
import { closesFrom } from "~/areas/accounts/closing/closing-wait";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { Change, ProposeRefusal } from "~/core/proposals/change";
import { type Confirmed, confirmChange } from "~/core/proposals/confirm-change";
import { proposeChange } from "~/core/proposals/propose-change";
import type { OperatorAccess } from "~/core/session/guarded";
import { type InTheWay, inTheWay } from "./in-the-way";

// Two accounts of one person become one: one operator proposes it, another confirms it. From the proposal on everybody who can be reached at
// either account can stop it, and it waits as a closing does (accounts/closing/closing-wait); then the timer carries it out
// (merge-accounts). The proposal names a row of `account_mergers`.

/** As long as it was not stopped, and both accounts are open. */
const changeOf = (into: string, mergerId: string): Omit<Change, "note"> => ({
  kind: "merger",
  subject: byUser(into),
  was: sql`(SELECT 'two accounts' FROM account_mergers AS wanted JOIN users ON users.id = wanted.from_user_id
    WHERE wanted.id = ${mergerId} AND wanted.into_user_id = ${into} AND wanted.stopped_at_ms IS NULL AND wanted.moving_at_ms IS NULL
      AND users.closed_at_ms IS NULL)`,
  becomes: mergerId,
});

type MergerProposal = {
  /** Whose account stays. */
  into: string;
  /** Whose account is closed. */
  from: string;
  /** By these the two names are those of one person. */
  documentsSeen: boolean;
  /** For operators only; it goes when the account that stays is closed. */
  reason: string;
  /** All chosen before writing. */
  mergerId: string;
  proposalId: string;
  stopToken: string;
  operator: OperatorAccess;
};

export type MergerProposed = { ok: true } | { ok: false; code: InTheWay | "waits-already" | ProposeRefusal };

/** The same accounts proposed again by the same operator, for the same reason, change nothing. */
export function proposeMerger(db: Database, proposal: MergerProposal): Work<MergerProposed> {
  const { into, from, documentsSeen, reason, mergerId, stopToken, operator } = proposal;
  const { userId: operatorId, nowMs } = operator;
  const pair = { from: sql`${from}`, into: sql`${into}` };
  const hinders = inTheWay(pair, sql`${documentsSeen ? 1 : 0}`, nowMs);
  const waiting = sql`change_proposals.state = 'open' AND change_proposals.expires_at_ms > ${nowMs}`;
  const same = sql`EXISTS (SELECT 1 FROM change_proposals JOIN account_mergers ON account_mergers.id = change_proposals.becomes
    WHERE ${waiting} AND kind = 'merger' AND proposed_by = ${operatorId} AND note = ${reason}
      AND from_user_id = ${from} AND into_user_id = ${into} AND stopped_at_ms IS NULL)`;
  const other = sql`(EXISTS (SELECT 1 FROM change_proposals WHERE ${waiting} AND change_proposals.subject IN (${byUser(from)}, ${byUser(into)})
      AND change_proposals.becomes <> ${mergerId})
    OR EXISTS (SELECT 1 FROM account_mergers AS others WHERE others.confirmed_at_ms IS NOT NULL AND others.stopped_at_ms IS NULL AND others.merged_at_ms IS NULL
      AND (others.from_user_id IN (${from}, ${into}) OR others.into_user_id IN (${from}, ${into}))))`;
  const kept =
    db.run(sql`INSERT INTO account_mergers (id, from_user_id, into_user_id, documents_seen, proposed_at_ms, merges_from_ms, stop_token)
    SELECT ${mergerId}, ${from}, ${into}, ${documentsSeen ? 1 : 0}, ${nowMs}, max(${closesFrom(from, nowMs)}, ${closesFrom(into, nowMs)}), ${stopToken}
    WHERE ${operatorId} NOT IN (${from}, ${into}) AND ${hinders} IS NULL AND NOT ${other}`);
  const logged = recordAudit(
    db,
    {
      id: `merger-proposed:${mergerId}`,
      actor: byOperator(operatorId),
      action: "merger-proposed",
      subject: byUser(from),
      detail: byUser(into),
      nowMs,
    },
    { from: accountMergers, where: sql`id = ${mergerId}` },
  );
  const now = row(
    db.all<{ same: number; other: number; hinders: InTheWay | null }>(
      sql`SELECT ${same} AS same, ${other} AS other, ${hinders} AS hinders`,
    ),
  );
  const proposed = proposeChange(db, { ...proposal, ...changeOf(into, mergerId), note: reason });
  return mapWork(writeThenRead([kept, logged], together({ proposed, now })), (found): MergerProposed => {
    if (found.now?.same === 1) return { ok: true };
    if (found.now?.hinders) return { ok: false, code: found.now.hinders };
    return found.now?.other === 1 ? { ok: false, code: "waits-already" } : found.proposed;
  });
}

type MergerConfirmation = {
  into: string;
  mergerId: string;
  /** null: the one that waits, or was decided last. */
  proposalId: string | null;
  operator: OperatorAccess;
};

/** What is in the way by now delays it: the timer carries it out when nothing is. */
export function confirmMerger(db: Database, confirmation: MergerConfirmation): Work<Confirmed> {
  const { into, mergerId, operator } = confirmation;
  return confirmChange(db, {
    ...confirmation,
    ...changeOf(into, mergerId),
    given: sql`NOT EXISTS (SELECT 1 FROM account_mergers WHERE account_mergers.id = ${mergerId}
      AND ${operator.userId} IN (account_mergers.from_user_id, account_mergers.into_user_id))`,
    effects: (isConfirmed) => [
      db.run(sql`UPDATE account_mergers SET confirmed_at_ms = ${operator.nowMs}
        WHERE id = ${mergerId} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed}) AND confirmed_at_ms IS NULL`),
    ],
  });
}
