import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { creditFreed } from "~/core/ledger/advances";
import { house, walletIn } from "~/core/ledger/accounts";
import { type RowSource, transfer } from "~/core/ledger/transfer";

export const wholeOf = (withdrawalId: string) =>
  ({ refersTo: `withdrawal:${withdrawalId}`, amount: withdrawals.amountCents }) as const;

type DecidedState = "paid" | "rejected" | "cancelled" | "returned";

export const isNow = (withdrawalId: string, state: DecidedState, only = sql`true`): RowSource => ({
  from: withdrawals,
  where: sql`id = ${withdrawalId} AND state = ${state} AND ${only}`,
});

/** The wallet is as it was before the request. Where the cask was sold meanwhile, what the request held back of the sale is credited. */
export function giveBack(
  db: Database,
  { withdrawalId, nowMs }: { withdrawalId: string; nowMs: number },
  state: Exclude<DecidedState, "paid">,
) {
  const wallet = walletIn(withdrawals.userId);
  const whole = { ...wholeOf(withdrawalId), nowMs };
  return [
    transfer(
      db,
      state === "returned"
        ? { ...whole, name: "returned", debit: house.bank, credit: wallet, reason: "withdrawal-returned" }
        : { ...whole, name: "released", debit: house.withdrawals, credit: wallet, reason: "withdrawal-released" },
      isNow(withdrawalId, state),
    ),
    transfer(
      db,
      { ...whole, name: "return-reversal", debit: wallet, credit: house.returns, reason: "reversal" },
      isNow(withdrawalId, state, sql`stake_id IS NOT NULL`),
    ),
    creditFreed(db, { withdrawalId, nowMs }, state),
  ];
}
