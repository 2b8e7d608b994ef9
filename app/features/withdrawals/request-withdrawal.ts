import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { house, walletOf } from "~/features/ledger/accounts";
import { transfer } from "~/features/ledger/transfer";
import type { Sealed } from "~/features/profile/sealer";
import type { WithdrawalPlan } from "./plan-withdrawal";
import type { WithdrawalBank } from "./withdrawal-form";
import { recordRequest, wholeOf } from "./withdrawal-entries";

// A request for one cycle's return, in one batch: the row, the return credited to the wallet and held from it at once.
// The insert asks again for everything the plan was made of; if any of it changed in between, nothing is written.

export type WithdrawalRequest = {
  /** Chosen before writing: used only if the cycle is still free. */
  withdrawalId: string;
  userId: string;
  plan: WithdrawalPlan;
  bank: WithdrawalBank;
  account: Sealed & { last4: string };
  payableFromMs: number;
  nowMs: number;
  /** True while the session of the request is alive. */
  live: SQL;
};

/** For `writeAsViewer`; `requestedWithdrawal` reads the answer of the last statement. */
export function requestWithdrawalStatements(db: Database, request: WithdrawalRequest) {
  const { withdrawalId, userId, plan, nowMs } = request;
  const wallet = walletOf(userId);
  const whole = wholeOf(withdrawalId);
  const inProgress = { from: withdrawals, where: sql`id = ${withdrawalId} AND state = 'progress'` };
  return [
    db.run(insertWithdrawal(request)),
    transfer(
      db,
      { ...whole, name: "return", debit: house.returns, credit: wallet, reason: "cycle-return", nowMs },
      inProgress,
    ),
    transfer(
      db,
      { ...whole, name: "hold", debit: wallet, credit: house.withdrawals, reason: "withdrawal-hold", nowMs },
      inProgress,
    ),
    recordRequest(db, request),
    db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(
        and(
          eq(withdrawals.stakeId, plan.holding.stakeId),
          eq(withdrawals.cycleNumber, plan.cycleNumber),
          ne(withdrawals.state, "rejected"),
        ),
      ),
  ] as const;
}

export type RequestOutcome = "requested" | "in-progress" | "refused";

export function requestedWithdrawal(rows: { id: string }[], withdrawalId: string): RequestOutcome {
  const [row] = rows;
  if (!row) return "refused";
  return row.id === withdrawalId ? "requested" : "in-progress";
}

function insertWithdrawal({
  withdrawalId,
  userId,
  plan,
  bank,
  account,
  payableFromMs,
  nowMs,
  live,
}: WithdrawalRequest) {
  return sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode,
      holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
    SELECT ${withdrawalId}, users.id, stakes.id, ${plan.cycleNumber}, ${plan.amountCents}, ${plan.interestBasisPoints}, 'Bank',
      ${bank.holder_name}, ${bank.bank_name}, ${bank.ifsc_code}, ${account.sealed}, ${account.last4}, ${account.keyId},
      ${payableFromMs}, ${nowMs}, ${nowMs}
    FROM stakes JOIN users ON users.id = stakes.user_id
    WHERE stakes.id = ${plan.holding.stakeId} AND stakes.user_id = ${userId} AND stakes.state = 'active'
      AND stakes.price_cents = ${plan.holding.priceCents} AND users.activated_at_ms IS NOT NULL
      AND ${valueOn(plan.startsOn)} = ${plan.startCents} AND ${valueOn(plan.endsOn)} = ${plan.endCents} AND ${live}
    ON CONFLICT DO NOTHING`;
}

/** The same rule as in the domain: the latest valuation not after the day, the price where there is none. */
function valueOn(day: string): SQL {
  return sql`coalesce((SELECT value_cents FROM valuations WHERE cask_id = stakes.cask_id AND valued_on <= ${day}
    ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), stakes.price_cents)`;
}
