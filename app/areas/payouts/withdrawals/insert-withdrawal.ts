import { type SQL, sql } from "drizzle-orm";
import { walletOf } from "~/core/ledger/accounts";
import { owes } from "~/core/ledger/debts";
import { isCounted } from "~/areas/casks/counted-valuations";
import { payableFrom } from "~/areas/holdings/payout-rules/payable-from";
import { isWithinRequests, overLimit } from "~/areas/holdings/payout-rules/payout-limits";
import type { PayoutAccount } from "./inside/payout-account";
import type { WithdrawalPlan } from "./plan-withdrawal";
import type { WithdrawalBank } from "./withdrawal-form";

export type NewWithdrawal = {
  /** Chosen before writing; used only if there is no open request for the same thing. */
  withdrawalId: string;
  userId: string;
  bank: WithdrawalBank;
  payout: Pick<PayoutAccount, "account" | "marks">;
  /** Whether the account's holder has another name than the profile; null: not known. */
  holderDiffers: boolean | null;
  /** In the address of the page that stops it: anyone who knows it can. */
  stopToken: string;
  nowMs: number;
  /** True while the session of the request is live. */
  live: SQL;
};

// The inserts check again everything that the plan was based on; if any of it has changed, nothing is written.

export function insertCycleWithdrawal(
  { withdrawalId, userId, bank, payout, holderDiffers, stopToken, nowMs, live }: NewWithdrawal,
  plan: Extract<WithdrawalPlan, { of: "cycle" }>,
): SQL {
  const { account, marks } = payout;
  return sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, reckoned_to_cents, valuation_id, mode,
      holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id,
      account_mark, holder_differs, over_limit, stop_token, payable_from_ms, created_at_ms, updated_at_ms)
    SELECT ${withdrawalId}, users.id, stakes.id, ${plan.cycleNumber}, ${plan.amountCents}, ${plan.interestBasisPoints}, ${plan.endCents},
      (SELECT id ${counting(sql`${plan.endsOn}`)}), 'Bank',
      ${bank.holder_name}, ${bank.bank_name}, ${bank.ifsc_code}, ${account.sealed}, ${account.last4}, ${account.keyId},
      ${marks[0]}, ${flag(holderDiffers)}, ${overLimit({ userId, marks, nowMs }, sql`${plan.amountCents}`)}, ${stopToken},
      ${payableFrom({ userId, marks, nowMs })}, ${nowMs}, ${nowMs}
    FROM stakes JOIN users ON users.id = stakes.user_id
    WHERE stakes.id = ${plan.holding.stakeId} AND stakes.user_id = ${userId} AND stakes.state = 'active'
      AND NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = stakes.cask_id AND casks.ended_on IS NOT NULL)
      AND stakes.price_cents = ${plan.holding.priceCents} AND users.activated_at_ms IS NOT NULL
      AND ${highWaterMark(plan)} = ${plan.markCents} AND ${valueOn(sql`${plan.endsOn}`)} = ${plan.endCents}
      AND ${isWithinRequests({ userId, nowMs })} AND ${live}
    ON CONFLICT DO NOTHING`;
}

export function insertBalanceWithdrawal(
  { withdrawalId, userId, bank, payout, holderDiffers, stopToken, nowMs, live }: NewWithdrawal,
  amountCents: number,
): SQL {
  const { account, marks } = payout;
  return sql`INSERT INTO withdrawals (id, user_id, amount_cents, mode, holder_name, bank_name, ifsc_code, account_number_sealed,
      account_last4, key_id, account_mark, holder_differs, over_limit, stop_token, payable_from_ms, created_at_ms, updated_at_ms)
    SELECT ${withdrawalId}, users.id, accounts.credits_total - accounts.debits_total, 'Bank', ${bank.holder_name}, ${bank.bank_name},
      ${bank.ifsc_code}, ${account.sealed}, ${account.last4}, ${account.keyId}, ${marks[0]}, ${flag(holderDiffers)},
      ${overLimit({ userId, marks, nowMs }, sql`${amountCents}`)}, ${stopToken}, ${payableFrom({ userId, marks, nowMs })}, ${nowMs}, ${nowMs}
    FROM users JOIN accounts ON accounts.id = ${walletOf(userId)}
    WHERE users.id = ${userId} AND users.activated_at_ms IS NOT NULL
      AND accounts.credits_total - accounts.debits_total = ${amountCents} AND ${amountCents} > 0
      AND NOT ${owes(sql`users.id`)} AND ${isWithinRequests({ userId, nowMs })} AND ${live}
    ON CONFLICT DO NOTHING`;
}

const flag = (value: boolean | null) => (value === null ? null : Number(value));

/**
 * The same rule as in the domain: the highest of the price and every value up to which another cycle's return was calculated, except a
 * later one that begins above this one's end.
 */
function highWaterMark({ earlierEnds, cycleNumber, endCents }: Extract<WithdrawalPlan, { of: "cycle" }>): SQL {
  return sql`max(stakes.price_cents, stakes.mark_cents,
    coalesce((SELECT max(${valueOn(sql`earlier.value`)}) FROM json_each(${JSON.stringify(earlierEnds)}) AS earlier), 0),
    coalesce((SELECT max(others.reckoned_to_cents) FROM withdrawals AS others
      WHERE others.stake_id = stakes.id AND others.cycle_number <> ${cycleNumber} AND others.state IN ('progress', 'sending', 'paid')
        AND (others.cycle_number < ${cycleNumber} OR others.reckoned_to_cents - others.amount_cents < ${endCents})), 0))`;
}

/** The latest valuation not after the day, the price where there is none. */
const valueOn = (day: SQL): SQL => sql`coalesce((SELECT value_cents ${counting(day)}), stakes.price_cents)`;

const counting = (
  day: SQL,
): SQL => sql`FROM valuations WHERE cask_id = stakes.cask_id AND valued_on <= ${day} AND ${isCounted}
    ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1`;
