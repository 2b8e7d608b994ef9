import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payoutRunRows } from "~/db/schema/payouts";
import { rows, type Work, writeThenRead } from "~/db/work";
import { compact } from "~/domain/bank-hints";
import { plainDollars } from "~/domain/money";
import { payoutReference } from "~/domain/payout-reference";
import { openPayoutAccount, type SealedAccount } from "~/areas/payouts/withdrawals/may-pay";
import type { SealingDeps } from "~/core/sealer";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// What the bank has still to pay: rejected since must not be paid, marked paid must not be paid again.

type SealedPayout = SealedAccount & {
  id: string;
  number: number;
  place: number;
  holderName: string;
  bankName: string;
  ifscCode: string;
  amountCents: number;
};

type FileRequest = { runId: string; fileId: string; operator: OperatorAccess };

const isAtBank = (
  runId: string,
): SQL => sql`payout_run_rows.run_id = ${runId} AND payout_run_rows.released_at_ms IS NULL
  AND EXISTS (SELECT 1 FROM withdrawals AS sent WHERE sent.id = payout_run_rows.withdrawal_id AND sent.state = 'sending')`;

/** The log says for each account number that it was taken out. */
export function readRunFile(db: Database, { runId, fileId, operator }: FileRequest): Work<SealedPayout[]> {
  const allowed = isAtBank(runId);
  const taken = recordAudit(
    db,
    {
      id: sql`${`${fileId}:`} || withdrawal_id`,
      by: operator,
      action: "payout-account-viewed",
      subject: sql`'withdrawal:' || withdrawal_id`,
      detail: `payout-run:${runId}`,
    },
    { from: payoutRunRows, where: allowed },
  );
  const query =
    db.all<SealedPayout>(sql`SELECT withdrawals.id, payout_runs.number, payout_run_rows.place, withdrawals.user_id AS userId,
      withdrawals.holder_name AS holderName, withdrawals.bank_name AS bankName, withdrawals.ifsc_code AS ifscCode,
      withdrawals.amount_cents AS amountCents, withdrawals.account_number_sealed AS accountNumberSealed, withdrawals.key_id AS keyId
    FROM payout_run_rows JOIN withdrawals ON withdrawals.id = payout_run_rows.withdrawal_id
      JOIN payout_runs ON payout_runs.id = payout_run_rows.run_id
    WHERE ${allowed} ORDER BY payout_run_rows.place`);
  return writeThenRead([taken], rows(query));
}

/** As banks of India take them for NEFT and RTGS in bulk. */
export const PAYOUT_COLUMNS = ["id", "holder", "account_number", "ifsc", "bank", "amount_usd", "reference"] as const;

/** An account number that can no longer be opened leaves its cell empty: no bank pays that row. */
export function openPayouts(deps: SealingDeps, sealed: readonly SealedPayout[]) {
  return Promise.all(
    sealed.map(async (payout) => {
      const { id, number, place, holderName, ifscCode, bankName, amountCents } = payout;
      const accountNumber = (await openPayoutAccount(deps, payout)) ?? "";
      const reference = payoutReference({ run: number, place });
      return [
        id,
        holderName,
        compact(accountNumber),
        compact(ifscCode),
        bankName,
        plainDollars(amountCents),
        reference,
      ];
    }),
  );
}
