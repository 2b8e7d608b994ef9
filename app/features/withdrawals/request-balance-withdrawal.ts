import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { house, walletOf } from "~/features/ledger/accounts";
import { transfer } from "~/features/ledger/transfer";
import { balanceQuery } from "~/features/portfolio/holdings-queries";
import type { Sealed } from "~/features/profile/sealer";
import type { WithdrawalBank } from "./withdrawal-form";
import { recordRequest, wholeOf } from "./withdrawal-entries";

// A request for all that the wallet holds, in one batch: the row, and the amount held from the wallet at once. The insert
// asks again whether the balance is still the one that was shown; if it is not, nothing is written.

export type BalanceRequest = {
  /** Chosen before writing: used only if no other request for this wallet is open. */
  withdrawalId: string;
  userId: string;
  /** The balance that was shown. */
  amountCents: number;
  bank: WithdrawalBank;
  account: Sealed & { last4: string };
  payableFromMs: number;
  nowMs: number;
  /** True while the session of the request is alive. */
  live: SQL;
};

/** For `writeAsViewer`; `requestedBalance` reads the answers of the last two statements. */
export function requestBalanceStatements(db: Database, request: BalanceRequest) {
  const { withdrawalId, userId, nowMs } = request;
  const wallet = walletOf(userId);
  return [
    db.run(insertWithdrawal(request)),
    transfer(
      db,
      {
        ...wholeOf(withdrawalId),
        name: "hold",
        debit: wallet,
        credit: house.withdrawals,
        reason: "withdrawal-hold",
        nowMs,
      },
      { from: withdrawals, where: sql`id = ${withdrawalId} AND state = 'progress'` },
    ),
    recordRequest(db, request),
    db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(eq(withdrawals.userId, userId), isNull(withdrawals.stakeId), eq(withdrawals.state, "progress"))),
    balanceQuery(db, wallet),
  ] as const;
}

export type BalanceOutcome =
  | { code: "requested" | "in-progress" | "refused" }
  /** Nothing was taken. */
  | { code: "balance-changed"; balanceCents: number };

export function requestedBalance(
  [open]: { id: string }[],
  [account]: { balance: number }[],
  { withdrawalId, amountCents }: { withdrawalId: string; amountCents: number },
): BalanceOutcome {
  if (open) return { code: open.id === withdrawalId ? "requested" : "in-progress" };
  const balanceCents = account?.balance ?? 0;
  return balanceCents === amountCents ? { code: "refused" } : { code: "balance-changed", balanceCents };
}

function insertWithdrawal({
  withdrawalId,
  userId,
  amountCents,
  bank,
  account,
  payableFromMs,
  nowMs,
  live,
}: BalanceRequest) {
  return sql`INSERT INTO withdrawals (id, user_id, amount_cents, mode, holder_name, bank_name, ifsc_code, account_number_sealed,
      account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
    SELECT ${withdrawalId}, users.id, accounts.credits_total - accounts.debits_total, 'Bank', ${bank.holder_name}, ${bank.bank_name},
      ${bank.ifsc_code}, ${account.sealed}, ${account.last4}, ${account.keyId}, ${payableFromMs}, ${nowMs}, ${nowMs}
    FROM users JOIN accounts ON accounts.id = ${walletOf(userId)}
    WHERE users.id = ${userId} AND users.activated_at_ms IS NOT NULL AND accounts.user_id = users.id
      AND accounts.credits_total - accounts.debits_total = ${amountCents} AND ${amountCents} > 0 AND ${live}
    ON CONFLICT DO NOTHING`;
}
