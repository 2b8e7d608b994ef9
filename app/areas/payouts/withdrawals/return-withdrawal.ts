import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { mapWork, row, type Statement, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import {
  type Change,
  confirmChange,
  type DecideRefusal,
  proposeChange,
  type ProposeRefusal,
} from "~/core/proposals/change";
import type { OperatorAccess } from "~/core/session/guarded";
import { creditSoldOn } from "~/core/resale";
import { setting } from "~/core/settings/setting";
import { giveBack, isNow } from "./withdrawal-entries";

// The amount is where it was before the request: in the wallet, or, for a cycle's return, there to be asked for again.

export type CameBack = { withdrawalId: string; reference: string; reason: string; operator: OperatorAccess };

export type ReturnRefusal =
  | "no-such-withdrawal"
  | "not-paid"
  | "account-closed"
  | "sale-on-hold"
  | "decided-otherwise"
  | "second-operator-needed"
  | Exclude<ProposeRefusal | DecideRefusal, "own-stake">;
export type ReturnOutcome = { ok: true; waits?: true } | { ok: false; code: ReturnRefusal };

const isOpen = sql`EXISTS (SELECT 1 FROM users WHERE users.id = withdrawals.user_id AND users.closed_at_ms IS NULL)`;
/** A sale that may still be undone would give back the stake, and its return with it. */
const isSaleOnHold = sql`EXISTS (SELECT 1 FROM offers WHERE offers.stake_id = withdrawals.stake_id AND offers.state = 'sold' AND offers.paid_at_ms IS NULL)`;
const isLarge = sql`withdrawals.amount_cents > ${setting("second_operator_above_cents", 0)}`;

/** Operators do not decide about their own money. */
const mayComeBack = ({ withdrawalId, operator }: CameBack): SQL =>
  sql`withdrawals.id = ${withdrawalId} AND withdrawals.state = 'paid' AND withdrawals.user_id <> ${operator.userId} AND ${isOpen} AND NOT ${isSaleOnHold}`;

const changeOf = ({ withdrawalId, reference, reason }: CameBack): Change => ({
  kind: "return",
  subject: `withdrawal:${withdrawalId}`,
  was: sql`(SELECT withdrawals.state FROM withdrawals WHERE withdrawals.id = ${withdrawalId})`,
  becomes: JSON.stringify({ reference, reason }),
});

export function returnWithdrawal(db: Database, back: CameBack): Work<ReturnOutcome> {
  const statements = booked(db, back, sql`NOT ${isLarge}`);
  return mapWork(writeThenRead(statements, row(standing(db, back))), (found) => refusalOf(found, back) ?? { ok: true });
}

export function proposeReturn(db: Database, newProposalId: string, back: CameBack): Work<ReturnOutcome> {
  const given = sql`EXISTS (SELECT 1 FROM withdrawals WHERE ${mayComeBack(back)})`;
  return proposeChange(db, { ...changeOf(back), proposalId: newProposalId, operator: back.operator, given });
}

export function confirmReturn(db: Database, back: CameBack): Work<ReturnOutcome> {
  const work = confirmChange(db, {
    ...changeOf(back),
    proposalId: null,
    operator: back.operator,
    given: sql`EXISTS (SELECT 1 FROM withdrawals WHERE ${mayComeBack(back)})`,
    effects: (isConfirmed) => booked(db, back, sql`EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
  });
  return mapWork(work, (done): ReturnOutcome => {
    if (done.ok) return { ok: true };
    return { ok: false, code: done.code === "own-stake" ? "not-allowed" : done.code };
  });
}

function booked(db: Database, back: CameBack, given: SQL): Statement[] {
  const { withdrawalId, reference, reason } = back;
  const { nowMs } = back.operator;
  const subject = `withdrawal:${withdrawalId}`;
  return [
    db.run(sql`UPDATE withdrawals SET state = 'returned', return_reference = ${reference}, return_reason = ${reason}, returned_at_ms = ${nowMs}
      WHERE ${mayComeBack(back)} AND ${given}`),
    ...giveBack(db, { withdrawalId, nowMs }, "returned"),
    creditSoldOn(db, { withdrawalId, nowMs }),
    recordAudit(
      db,
      { id: `${subject}:returned`, by: back.operator, action: "withdrawal-returned", subject, detail: reference },
      isNow(withdrawalId, "returned"),
    ),
  ];
}

function standing(db: Database, { withdrawalId }: CameBack) {
  return db
    .select({
      found: sql<string>`${withdrawals.state}`.as("found"),
      returnReference: withdrawals.returnReference,
      returnReason: withdrawals.returnReason,
      isOpen: sql<number>`${isOpen}`.as("is_open"),
      isSaleOnHold: sql<number>`${isSaleOnHold}`.as("is_sale_on_hold"),
      isLarge: sql<number>`${isLarge}`.as("is_large"),
    })
    .from(withdrawals)
    .where(eq(withdrawals.id, withdrawalId));
}

function refusalOf(
  found: Awaited<ReturnType<typeof standing>>[number] | undefined,
  { reference, reason }: CameBack,
): ReturnOutcome | null {
  const refused = (code: ReturnRefusal): ReturnOutcome => ({ ok: false, code });
  if (!found) return refused("no-such-withdrawal");
  if (found.found === "returned")
    return found.returnReference === reference && found.returnReason === reason ? null : refused("decided-otherwise");
  if (found.found !== "paid") return refused("not-paid");
  if (!found.isOpen) return refused("account-closed");
  if (found.isSaleOnHold) return refused("sale-on-hold");
  return refused(found.isLarge ? "second-operator-needed" : "not-allowed");
}
