import { eq, type SQL, sql } from "drizzle-orm";
import { isStakeTakenBack, type PayoutBlock, payoutBlock } from "~/areas/holdings/payout-rules";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { isInRun, isPayable, leftToday, restsOnWordOf } from "./may-pay";
import { giveBack, isNow, wholeOf } from "./withdrawal-entries";
import { isSeconded } from "./propose-payout";

// Whichever batch comes first decides; the other one, and every replay, changes nothing. By trigger (migrations/0003_outbox.sql) the investor is
// told of every decision, and each contact of a request.

export type Decision = { withdrawalId: string; userId?: string; operator: OperatorAccess };

export type DecideOutcome = { ok: true } | { ok: false; code: DecideRefusal };

export type DecideRefusal =
  "no-such-withdrawal" | "decided-otherwise" | "second-operator-needed" | PayRefusal | PayerRefusal | "not-allowed";

type PayRefusal = "must-wait" | "stake-frozen" | "in-payout-run" | PayoutBlock;

type PayerRefusal = "rests-on-you" | "day-limit";

/**
 * Refused while it waits, for a stake taken back or disputed, while a `payoutBlock` applies, above the limit unless another operator
 * proposed it under this reference, for a person this operator vouched for, and beyond the day's limit of one operator.
 */
export function payWithdrawal(db: Database, decision: Decision & { bankReference: string }): Work<DecideOutcome> {
  const { withdrawalId, bankReference, operator } = decision;
  const { userId: operatorId, nowMs } = operator;
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = ${bankReference}, paid_by = ${operatorId}, updated_at_ms = ${nowMs}
      WHERE ${isOpen(decision)} AND NOT ${isInRun} AND ${isPayable(nowMs)} AND ${isSeconded(decision)}
        AND NOT ${restsOnWordOf(operatorId)} AND withdrawals.amount_cents <= ${leftToday(operatorId, nowMs)}`),
    transfer(
      db,
      {
        ...wholeOf(withdrawalId),
        name: "paid",
        debit: house.withdrawals,
        credit: house.bank,
        reason: "withdrawal-paid",
        nowMs,
      },
      isNow(withdrawalId, "paid"),
    ),
    recordDecision(db, decision, "paid", bankReference),
  ];
  const decided = row(decidedQuery(db, decision, isSeconded(decision)));
  return mapWork(writeThenRead(statements, decided), (found) => paidOutcome(found, bankReference, nowMs));
}

/** Whichever operator pays. null: nothing is in the way. */
export function readPayRefusal(db: Database, decision: Decision): Work<DecideRefusal | null> {
  return mapWork(row(decidedQuery(db, decision)), (found) => {
    if (!found) return "no-such-withdrawal";
    return isUndecided(found) ? whyNotPaid(found, decision.operator.nowMs) : "decided-otherwise";
  });
}

type Rejection = Decision & {
  reason: string;
  /** Rejecting a waiting request must not reject one that went to the bank in the meantime. */
  seen?: "progress" | "sending" | undefined;
};

export function rejectWithdrawal(db: Database, decision: Rejection): Work<DecideOutcome> {
  const { withdrawalId, reason, operator, seen } = decision;
  const { nowMs } = operator;
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'rejected', reject_reason = ${reason}, updated_at_ms = ${nowMs}
      WHERE ${isOpen(decision)} AND ${seen === undefined ? sql`1` : sql`withdrawals.state = ${seen}`}`),
    ...giveBack(db, { withdrawalId, nowMs }, "rejected"),
    recordDecision(db, decision, "rejected", null),
  ];
  const decided = row(decidedQuery(db, decision));
  return mapWork(writeThenRead(statements, decided), (found) => rejectedOutcome(found, decision));
}

/** Operators do not decide about their own money. */
function isOpen({ withdrawalId, userId, operator }: Decision): SQL {
  const isTheirs = userId === undefined ? sql`1` : sql`withdrawals.user_id = ${userId}`;
  return sql`withdrawals.id = ${withdrawalId} AND ${isTheirs} AND withdrawals.state IN ('progress', 'sending')
    AND withdrawals.user_id <> ${operator.userId}`;
}

function recordDecision(
  db: Database,
  { withdrawalId, operator }: Decision,
  state: "paid" | "rejected",
  detail: string | null,
) {
  const subject = `withdrawal:${withdrawalId}`;
  return recordAudit(
    db,
    { id: `${subject}:${state}`, by: operator, action: `withdrawal-${state}`, subject, detail },
    isNow(withdrawalId, state),
  );
}

function decidedQuery(db: Database, { withdrawalId, operator }: Decision, seconded: SQL = sql`1`) {
  const { userId: operatorId, nowMs } = operator;
  return db
    .select({
      withdrawalState: sql<
        "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned"
      >`${withdrawals.state}`.as("withdrawal_state"),
      takenBack: isStakeTakenBack.as("taken_back"),
      block: payoutBlock().as("block"),
      inRun: sql<number>`${isInRun}`.as("in_run"),
      seconded: sql<number>`${seconded}`.as("seconded"),
      restsOnThem: sql<number>`${restsOnWordOf(operatorId)}`.as("rests_on_them"),
      isWithinDay: sql<number>`${withdrawals.amountCents} <= ${leftToday(operatorId, nowMs)}`.as("is_within_day"),
      payableFromMs: withdrawals.payableFromMs,
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
    })
    .from(withdrawals)
    .where(eq(withdrawals.id, withdrawalId));
}

type Decided = Awaited<ReturnType<typeof decidedQuery>>[number] | undefined;

function whyNotPaid(
  { inRun, payableFromMs, takenBack, block }: NonNullable<Decided>,
  nowMs: number,
): PayRefusal | null {
  if (inRun) return "in-payout-run";
  if (payableFromMs > nowMs) return "must-wait";
  return takenBack ? "stake-frozen" : block;
}

const isUndecided = ({ withdrawalState }: NonNullable<Decided>) =>
  withdrawalState === "progress" || withdrawalState === "sending";

function paidOutcome(found: Decided, bankReference: string, nowMs: number): DecideOutcome {
  if (!found) return { ok: false, code: "no-such-withdrawal" };
  if (found.withdrawalState === "paid" && found.bankReference === bankReference) return { ok: true };
  if (!isUndecided(found)) return { ok: false, code: "decided-otherwise" };
  const why = whyNotPaid(found, nowMs);
  if (why) return { ok: false, code: why };
  if (!found.seconded) return { ok: false, code: "second-operator-needed" };
  if (found.restsOnThem) return { ok: false, code: "rests-on-you" };
  return { ok: false, code: found.isWithinDay ? "not-allowed" : "day-limit" };
}

function rejectedOutcome(found: Decided, { reason, seen }: Rejection): DecideOutcome {
  if (!found) return { ok: false, code: "no-such-withdrawal" };
  if (found.withdrawalState === "rejected" && found.rejectReason === reason) return { ok: true };
  const isAsSeen = seen === undefined || found.withdrawalState === seen;
  return { ok: false, code: isUndecided(found) && isAsSeen ? "not-allowed" : "decided-otherwise" };
}

type Clearing = { withdrawalId: string; operator: OperatorAccess };

export function clearWithdrawal(db: Database, { withdrawalId, operator }: Clearing): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `withdrawal:${withdrawalId}`;
  const statements = [
    db.run(sql`UPDATE withdrawals SET cleared_at_ms = ${nowMs}, updated_at_ms = ${nowMs}
      WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'progress' AND withdrawals.over_limit IS NOT NULL
        AND withdrawals.cleared_at_ms IS NULL AND withdrawals.user_id <> ${operatorId}`),
    recordAudit(
      db,
      { id: `${subject}:cleared`, by: operator, action: "withdrawal-cleared", subject, detail: withdrawals.overLimit },
      { from: withdrawals, where: sql`id = ${withdrawalId} AND cleared_at_ms = ${nowMs}` },
    ),
  ];
  const found = db.all<{ cleared: number }>(
    sql`SELECT cleared_at_ms IS NOT NULL AS cleared FROM withdrawals WHERE id = ${withdrawalId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.cleared === 1);
}
