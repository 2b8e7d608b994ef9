import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { rows, type Work, writeThenRead } from "~/db/work";
import { plainDollars } from "~/domain/money";
import type { Deps } from "~/features/deps";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { type Access, isOperator } from "~/features/session/access";
import { setting } from "~/features/settings/setting";
import { payoutBlock } from "~/features/withdrawals/payout-limits";
import { openPayoutAccount, type SealedAccount } from "./open-payout-account";

// What a bank needs to pay a batch: the requests that one operator may pay now, with their account numbers. Nothing is paid by
// it: each is marked as paid with the bank's reference afterwards.

/** Enough for a batch; the rest comes in the next file, when these are marked as paid. */
const MOST = 200;

export type SealedPayout = SealedAccount & {
  id: string;
  holderName: string;
  bankName: string;
  ifscCode: string;
  amountCents: number;
};

/** Of the row of `withdrawals` at hand. Large ones, and whatever something stands in the way of, are paid one by one. */
const isPlain = ({ userId: operatorId, nowMs }: Access): SQL => sql`withdrawals.state = 'progress'
  AND withdrawals.payable_from_ms <= ${nowMs} AND withdrawals.user_id <> ${operatorId}
  AND withdrawals.amount_cents <= ${setting("second_operator_above_cents", 0)} AND ${payoutBlock(nowMs)} IS NULL
  AND NOT EXISTS (SELECT 1 FROM stakes WHERE stakes.id = withdrawals.stake_id AND stakes.state = 'frozen')`;

/** The log says for each account number that it was taken out, in the same batch. */
export function readPayouts(
  db: Database,
  { fileId, access }: { fileId: string; access: Access },
): Work<SealedPayout[]> {
  const { userId: operatorId, nowMs } = access;
  const isAllowed = sql`${isOperator(operatorId)} AND ${access.fresh}`;
  const batch = sql`(SELECT withdrawals.id FROM withdrawals WHERE ${isPlain(access)} AND ${isAllowed}
    ORDER BY withdrawals.payable_from_ms, withdrawals.id LIMIT ${MOST})`;
  const taken = recordAudit(
    db,
    {
      id: sql`${`${fileId}:`} || withdrawals.id`,
      actor: byOperator(operatorId),
      action: "payout-account-viewed",
      subject: sql`'withdrawal:' || withdrawals.id`,
      detail: fileId,
      nowMs,
    },
    { from: withdrawals, where: sql`withdrawals.id IN ${batch}` },
  );
  const query = db.all<SealedPayout>(sql`SELECT id, user_id AS userId, holder_name AS holderName, bank_name AS bankName,
      ifsc_code AS ifscCode, amount_cents AS amountCents, account_number_sealed AS accountNumberSealed, key_id AS keyId
    FROM withdrawals WHERE id IN ${batch} ORDER BY payable_from_ms, id`);
  return writeThenRead([taken], rows(query));
}

export const PAYOUT_COLUMNS = ["id", "holder", "account_number", "ifsc", "bank", "amount_usd"] as const;

/** One whose account number can no longer be opened is left out: it has no way to be paid by a file. */
export async function openPayouts(deps: Pick<Deps, "log" | "sealer">, sealed: readonly SealedPayout[]) {
  const opened = await Promise.all(
    sealed.map(async (payout) => ({ payout, accountNumber: await openPayoutAccount(deps, payout) })),
  );
  return opened.flatMap(({ payout, accountNumber }) => {
    const { id, holderName, ifscCode, bankName, amountCents } = payout;
    const amount = plainDollars(amountCents);
    return accountNumber === null ? [] : [[id, holderName, accountNumber, ifscCode, bankName, amount]];
  });
}
