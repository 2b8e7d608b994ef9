import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { mapWork, row, together, type Work, writes } from "~/db/work";
import { house, walletOf } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import { readBalance } from "~/areas/holdings/portfolio/holdings-queries";
import { insertBalanceWithdrawal, insertCycleWithdrawal, type NewWithdrawal } from "./insert-withdrawal";
import type { WithdrawalPlan } from "./plan-withdrawal";
import { payoutBlock, readWithinRequests } from "~/areas/holdings/payout-rules/payout-limits";
import type { StandingRequest } from "./same-request";
import { recordRequest, wholeOf } from "./inside/withdrawal-entries";

// A request in one batch: its row, a cycle's return credited to the wallet, and the amount held from there at once.

export type MadeWithdrawal = {
  outcome: "requested" | "in-progress" | "amount-changed" | "too-many" | "refused";
  /** The request itself, or the one that stands in its way; null where there is neither. */
  standing: StandingRequest | null;
  /** The wallet's balance after the batch. */
  balanceCents: number;
};

export function makeWithdrawal(db: Database, plan: WithdrawalPlan, request: NewWithdrawal): Work<MadeWithdrawal> {
  const wallet = readBalance(db, walletOf(request.userId));
  const work = together({
    made: writes(...statements(db, plan, request)),
    open: row(openQuery(db, plan, request)),
    within: readWithinRequests(db, request),
    balanceCents: mapWork(wallet, (cents) => cents ?? 0),
  });
  return mapWork(work, ({ open, within, balanceCents }) => ({
    outcome: open || within ? outcomeOf(open, balanceCents, plan, request) : "too-many",
    standing: open ?? null,
    balanceCents,
  }));
}

function statements(db: Database, plan: WithdrawalPlan, request: NewWithdrawal) {
  const { withdrawalId, userId, nowMs } = request;
  const wallet = walletOf(userId);
  const made = { from: withdrawals, where: sql`id = ${withdrawalId} AND state = 'progress'` };
  const movement = { ...wholeOf(withdrawalId), nowMs };
  const insert =
    plan.of === "cycle" ? insertCycleWithdrawal(request, plan) : insertBalanceWithdrawal(request, plan.amountCents);
  const credit =
    plan.of === "cycle"
      ? [
          transfer(
            db,
            { ...movement, name: "return", debit: house.returns, credit: wallet, reason: "cycle-return" },
            made,
          ),
        ]
      : [];
  const hold = {
    ...movement,
    name: "hold",
    debit: wallet,
    credit: house.withdrawals,
    reason: "withdrawal-hold",
  } as const;
  return [db.run(insert), ...credit, transfer(db, hold, made), recordRequest(db, { withdrawalId, userId, nowMs })];
}

/** The existing request that rules this one out, or this one itself once it is written. */
function openQuery(db: Database, plan: WithdrawalPlan, { userId, nowMs }: NewWithdrawal) {
  const same =
    plan.of === "cycle"
      ? and(
          eq(withdrawals.stakeId, plan.holding.stakeId),
          eq(withdrawals.cycleNumber, plan.cycleNumber),
          inArray(withdrawals.state, ["progress", "sending", "paid"]),
        )
      : and(
          eq(withdrawals.userId, userId),
          isNull(withdrawals.stakeId),
          inArray(withdrawals.state, ["progress", "sending"]),
        );
  return db
    .select({
      id: withdrawals.id,
      state: withdrawals.state,
      holderName: withdrawals.holderName,
      bankName: withdrawals.bankName,
      ifscCode: withdrawals.ifscCode,
      accountLast4: withdrawals.accountLast4,
      createdAtMs: withdrawals.createdAtMs,
      payableFromMs: withdrawals.payableFromMs,
      block: payoutBlock(nowMs).as("block"),
    })
    .from(withdrawals)
    .where(same);
}

function outcomeOf(
  open: { id: string } | undefined,
  balanceCents: number,
  plan: WithdrawalPlan,
  { withdrawalId }: NewWithdrawal,
): MadeWithdrawal["outcome"] {
  if (open) return open.id === withdrawalId ? "requested" : "in-progress";
  return plan.of === "balance" && balanceCents !== plan.amountCents ? "amount-changed" : "refused";
}
