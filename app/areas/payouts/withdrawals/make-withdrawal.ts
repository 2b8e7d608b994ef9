import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import {
  accountMarks,
  bankHints,
  meansSavedNumber,
  openIfNeeded,
  type SealedBankDetails,
} from "~/areas/accounts/profile/bank-details";
import { isCounted } from "~/areas/casks/cask-conditions";
import {
  isWithinRequests,
  overLimit,
  payableFrom,
  payoutBlock,
  readWithinRequests,
} from "~/areas/holdings/payout-rules";
import { readBalance } from "~/areas/holdings/portfolio/holdings";
import { house, walletOf } from "~/core/ledger/accounts";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { owes } from "~/core/ledger/debts";
import { notifyContacts } from "~/core/outbox/enqueue";
import { DAY_MS } from "~/domain/calendar-date";
import { transfer } from "~/core/ledger/transfer";
import type { Sealed, SealingDeps } from "~/core/sealer";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { mapWork, row, together, type Work, writes } from "~/db/work";
import { lastFour } from "~/domain/bank-hints";
import { wholeOf } from "./withdrawal-entries";
import type { WithdrawalBank, WithdrawalPlan } from "./plan-withdrawal";

/** With what is needed to recognise a second tap. */
export type StandingRequest = Omit<Awaited<ReturnType<typeof openQuery>>[number], "id">;

export type MadeWithdrawal = {
  outcome: "requested" | "in-progress" | "amount-changed" | "too-many" | "refused";
  standing: StandingRequest | null;
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
  const told = {
    about: withdrawalId,
    userId,
    nowMs,
    given: sql`EXISTS (SELECT 1 FROM withdrawals WHERE ${made.where} AND created_at_ms = ${nowMs})`,
  };
  const tell = [
    notifyContacts(db, { ...told, notice: "withdrawal-requested" }),
    notifyContacts(db, { ...told, notice: "withdrawal-warned", withFormerMs: 7 * DAY_MS, onlyFormer: true }),
  ];
  return [
    db.run(insertWithdrawal(request, plan)),
    ...tell,
    ...credit,
    transfer(db, hold, made),
    recordAudit(
      db,
      {
        id: `withdrawal:${withdrawalId}:requested`,
        actor: byUser(userId),
        action: "withdrawal-requested",
        subject: `withdrawal:${withdrawalId}`,
        detail: withdrawals.amountCents,
        nowMs,
      },
      { from: withdrawals, where: sql`id = ${withdrawalId}` },
    ),
  ];
}

function openQuery(db: Database, plan: WithdrawalPlan, { userId }: NewWithdrawal) {
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
      block: payoutBlock().as("block"),
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

const UNLIKELY_FIELDS = ["ifsc_code", "account_number"] as const;
export type UnlikelyField = (typeof UNLIKELY_FIELDS)[number];

export type PayoutAccount = {
  account: Sealed & { last4: string };
  marks: readonly [string, ...string[]];
  unlikely: readonly UnlikelyField[];
};

type Named = { userId: string; bank: WithdrawalBank; saved: SealedBankDetails | undefined };

/**
 * The mask left as it was stands for the saved account.
 * @throws Error if that cannot be opened
 */
export async function payoutAccount(deps: SealingDeps, { userId, bank, saved }: Named): Promise<PayoutAccount> {
  const asSaved = meansSavedNumber(bank.account_number, saved);
  const savedNumber = asSaved ? await openIfNeeded(deps, saved, true) : null;
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  const [sealed, marks] = await Promise.all([
    deps.sealer.seal(accountNumber, place),
    accountMarks(deps.sealer, { ifscCode: bank.ifsc_code, accountNumber }),
  ]);
  const hints = bankHints({ ifsc_code: bank.ifsc_code, account_number: accountNumber });
  const unlikely = UNLIKELY_FIELDS.filter((field) => hints[field] !== undefined);
  return { account: { ...sealed, last4: lastFour(accountNumber) }, marks, unlikely };
}

export type NewWithdrawal = {
  withdrawalId: string;
  userId: string;
  bank: WithdrawalBank;
  payout: Pick<PayoutAccount, "account" | "marks">;
  holderDiffers: boolean | null;
  /** Anyone who knows it can stop the request. */
  stopToken: string;
  nowMs: number;
  live: SQL;
};

/** Everything the plan was based on is checked again. */
function insertWithdrawal(request: NewWithdrawal, plan: WithdrawalPlan): SQL {
  const { withdrawalId, userId, bank, payout, holderDiffers, stopToken, nowMs, live } = request;
  const { account, marks } = payout;
  const { of, stands, columns } = plan.of === "cycle" ? planned(plan) : wholeBalance(userId, plan.amountCents);
  return sql`INSERT INTO withdrawals (id, user_id, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id,
      account_mark, holder_differs, over_limit, stop_token, payable_from_ms, created_at_ms, updated_at_ms,
      amount_cents, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, valuation_id)
    SELECT ${withdrawalId}, users.id, 'Bank', ${bank.holder_name}, ${bank.bank_name}, ${bank.ifsc_code}, ${account.sealed}, ${account.last4},
      ${account.keyId}, ${marks[0]}, ${flag(holderDiffers)}, ${overLimit({ userId, marks, nowMs }, sql`${plan.amountCents}`)}, ${stopToken},
      ${payableFrom({ userId, marks, nowMs })}, ${nowMs}, ${nowMs}, ${columns}
    FROM users JOIN ${of}
    WHERE users.id = ${userId} AND users.activated_at_ms IS NOT NULL AND ${stands} AND ${isWithinRequests({ userId, nowMs })} AND ${live}
    ON CONFLICT DO NOTHING`;
}

const planned = (plan: Extract<WithdrawalPlan, { of: "cycle" }>) => ({
  of: sql`stakes ON stakes.id = ${plan.holding.stakeId} AND stakes.user_id = users.id`,
  stands: sql`stakes.state = 'active' AND stakes.price_cents = ${plan.holding.priceCents}
    AND NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = stakes.cask_id AND casks.ended_on IS NOT NULL)
    AND ${highWaterMark(plan)} = ${plan.markCents} AND ${valueOn(sql`${plan.endsOn}`)} = ${plan.endCents}`,
  columns: sql`${plan.amountCents}, stakes.id, ${plan.cycleNumber}, ${plan.interestBasisPoints}, ${plan.endCents},
    (SELECT id ${counting(sql`${plan.endsOn}`)})`,
});

const wholeBalance = (userId: string, amountCents: number) => ({
  of: sql`accounts ON accounts.id = ${walletOf(userId)}`,
  stands: sql`accounts.credits_total - accounts.debits_total = ${amountCents} AND ${amountCents} > 0 AND NOT ${owes(sql`users.id`)}`,
  columns: sql`${amountCents}, NULL, NULL, NULL, NULL, NULL`,
});

const flag = (value: boolean | null) => (value === null ? null : Number(value));

/**
 * As in the domain: the highest of the price and every value another cycle's return was counted to, except a later one that begins above
 * this one's end.
 */
function highWaterMark({ earlierEnds, cycleNumber, endCents }: Extract<WithdrawalPlan, { of: "cycle" }>): SQL {
  return sql`max(stakes.price_cents, stakes.mark_cents,
    coalesce((SELECT max(${valueOn(sql`earlier.value`)}) FROM json_each(${JSON.stringify(earlierEnds)}) AS earlier), 0),
    coalesce((SELECT max(others.reckoned_to_cents) FROM withdrawals AS others
      WHERE others.stake_id = stakes.id AND others.cycle_number <> ${cycleNumber} AND others.state IN ('progress', 'sending', 'paid')
        AND (others.cycle_number < ${cycleNumber} OR others.reckoned_to_cents - others.amount_cents < ${endCents})), 0))`;
}

const valueOn = (day: SQL): SQL => sql`coalesce((SELECT value_cents ${counting(day)}), stakes.price_cents)`;

const counting = (
  day: SQL,
): SQL => sql`FROM valuations WHERE cask_id = stakes.cask_id AND valued_on <= ${day} AND ${isCounted}
    ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1`;
