import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { stakes } from "~/db/schema/stakes";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { house } from "~/features/ledger/accounts";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { transfer } from "~/features/ledger/transfer";
import { isOperator } from "~/features/session/access";
import { type PayoutBlock, payoutBlock } from "./payout-limits";
import { isSeconded } from "./propose-payout";
import { giveBack, isNow, wholeOf } from "./withdrawal-entries";

// An operator's decision on a request: paid by bank transfer, or rejected. Whichever batch comes first decides; the other one,
// and every replay, changes nothing.

export type Decision = {
  withdrawalId: string;
  /** Whose request it must be, where that is known beforehand. */
  userId?: string;
  operatorId: string;
  nowMs: number;
  /** True while the operator's session is live. */
  live: SQL;
};

export type DecideOutcome = { ok: true } | { ok: false; code: DecideRefusal };

export type DecideRefusal =
  "no-such-withdrawal" | "decided-otherwise" | "second-operator-needed" | PayRefusal | "not-allowed";

/** Why money may not leave yet. */
type PayRefusal = "must-wait" | "stake-frozen" | PayoutBlock;

/**
 * Records that the money has left our bank under this reference. Refused while it has to wait, for a stake whose own payment was
 * taken back or is disputed, while any of `payoutBlock` stands in the way, and above the limit of the settings unless another
 * operator has proposed it under this very reference.
 */
export function payWithdrawal(db: Database, decision: Decision & { bankReference: string }): Work<DecideOutcome> {
  const { withdrawalId, bankReference, nowMs } = decision;
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = ${bankReference}, updated_at_ms = ${nowMs}
      WHERE ${isOpen(decision)} AND payable_from_ms <= ${nowMs}
        AND NOT EXISTS (SELECT 1 FROM stakes WHERE stakes.id = withdrawals.stake_id AND stakes.state = 'frozen')
        AND ${payoutBlock(nowMs)} IS NULL AND ${isSeconded(decision)}`),
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
  const decided = row(decidedQuery(db, withdrawalId, nowMs, isSeconded(decision)));
  return mapWork(writeThenRead(statements, decided), (found) => paidOutcome(found, bankReference, nowMs));
}

/** Undoes the request: see `giveBack`. */
export function rejectWithdrawal(db: Database, decision: Decision & { reason: string }): Work<DecideOutcome> {
  const { withdrawalId, reason, nowMs } = decision;
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'rejected', reject_reason = ${reason}, updated_at_ms = ${nowMs}
      WHERE ${isOpen(decision)}`),
    ...giveBack(db, decision, "rejected"),
    recordDecision(db, decision, "rejected", null),
  ];
  const decided = row(decidedQuery(db, withdrawalId, nowMs));
  return mapWork(writeThenRead(statements, decided), (found) => rejectedOutcome(found, reason));
}

/** Nobody decides about money of their own. */
function isOpen({ withdrawalId, userId, operatorId, live }: Decision): SQL {
  const isTheirs = userId === undefined ? sql`1` : sql`withdrawals.user_id = ${userId}`;
  return sql`withdrawals.id = ${withdrawalId} AND ${isTheirs} AND withdrawals.state = 'progress'
    AND withdrawals.user_id <> ${operatorId} AND ${isOperator(operatorId)} AND ${live}`;
}

function recordDecision(
  db: Database,
  { withdrawalId, operatorId, nowMs }: Decision,
  state: "paid" | "rejected",
  detail: string | null,
) {
  const subject = `withdrawal:${withdrawalId}`;
  return recordAudit(
    db,
    { id: `${subject}:${state}`, actor: byOperator(operatorId), action: `withdrawal-${state}`, subject, detail, nowMs },
    isNow(withdrawalId, state),
  );
}

function decidedQuery(db: Database, withdrawalId: string, nowMs: number, seconded: SQL = sql`1`) {
  return db
    .select({
      withdrawalState: sql<"progress" | "paid" | "rejected" | "cancelled">`${withdrawals.state}`.as("withdrawal_state"),
      stakeState: sql<"active" | "frozen" | "ended" | null>`${stakes.state}`.as("stake_state"),
      block: payoutBlock(nowMs).as("block"),
      seconded: sql<number>`${seconded}`.as("seconded"),
      payableFromMs: withdrawals.payableFromMs,
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
    })
    .from(withdrawals)
    .leftJoin(stakes, eq(stakes.id, withdrawals.stakeId))
    .where(eq(withdrawals.id, withdrawalId));
}

type Decided = Awaited<ReturnType<typeof decidedQuery>>[number] | undefined;

/** Repeating the same decision succeeds. */
function paidOutcome(found: Decided, bankReference: string, nowMs: number): DecideOutcome {
  if (!found) return { ok: false, code: "no-such-withdrawal" };
  if (found.withdrawalState === "paid" && found.bankReference === bankReference) return { ok: true };
  if (found.withdrawalState !== "progress") return { ok: false, code: "decided-otherwise" };
  if (found.payableFromMs > nowMs) return { ok: false, code: "must-wait" };
  if (found.stakeState === "frozen") return { ok: false, code: "stake-frozen" };
  if (found.block) return { ok: false, code: found.block };
  return { ok: false, code: found.seconded ? "not-allowed" : "second-operator-needed" };
}

function rejectedOutcome(found: Decided, reason: string): DecideOutcome {
  if (!found) return { ok: false, code: "no-such-withdrawal" };
  if (found.withdrawalState === "rejected" && found.rejectReason === reason) return { ok: true };
  return { ok: false, code: found.withdrawalState === "progress" ? "not-allowed" : "decided-otherwise" };
}
