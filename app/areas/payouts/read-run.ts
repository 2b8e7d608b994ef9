import { desc, eq, getTableColumns, lt, sql, type SQL } from "drizzle-orm";
import { type Trouble, whyBlocked } from "~/areas/holdings/payout-rules";
import { openPayoutAccount, type SealedAccount } from "~/areas/payouts/withdrawals/may-pay";
import { recordAudit } from "~/core/ledger/audit";
import { cutPage } from "~/core/lists";
import type { SealingDeps } from "~/core/sealer";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { payoutRunRows, payoutRuns } from "~/db/schema/payouts";
import { mapWork, type ResultOf, row, rows, together, type Work, writeThenRead } from "~/db/work";
import { compact } from "~/domain/bank-hints";
import { plainDollars } from "~/domain/money";
import { payoutReference } from "~/domain/payout-reference";

export type PayoutRunRow = {
  withdrawalId: string;
  place: number;
  holderName: string;
  bankName: string;
  accountLast4: string;
  amountCents: number;
  /** 'released': its run was called back. */
  state: "released" | "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned";
  bankReference: string | null;
  /** A problem since the bank has it: the money may be gone. */
  trouble: Trouble | null;
};

export type PayoutRunPage = NonNullable<ResultOf<ReturnType<typeof readRun>>>;

export function readRun(db: Database, runId: string) {
  const nameOf = (column: SQL) =>
    sql<string | null>`(SELECT coalesce(full_name, email) FROM users WHERE users.id = ${column})`;
  const run = db
    .select({
      ...getTableColumns(payoutRuns),
      operatorName: nameOf(sql`payout_runs.operator_id`).as("operator_name"),
      callerName: nameOf(sql`payout_runs.called_back_by`).as("caller_name"),
    })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, runId));
  const held =
    db.all<PayoutRunRow>(sql`SELECT withdrawals.id AS withdrawalId, payout_run_rows.place, withdrawals.holder_name AS holderName,
      withdrawals.bank_name AS bankName, withdrawals.account_last4 AS accountLast4, withdrawals.amount_cents AS amountCents,
      iif(payout_run_rows.released_at_ms IS NULL, withdrawals.state, 'released') AS state,
      withdrawals.bank_reference AS bankReference, iif(withdrawals.state <> 'sending', NULL, ${whyBlocked}) AS trouble
    FROM payout_run_rows JOIN withdrawals ON withdrawals.id = payout_run_rows.withdrawal_id
    WHERE payout_run_rows.run_id = ${runId} ORDER BY payout_run_rows.place`);
  return mapWork(together({ run: row(run), held: rows(held) }), (found) =>
    found.run
      ? { ...found.run, rows: found.held, atBank: found.held.filter(({ state }) => state === "sending").length }
      : null,
  );
}

/** Reads up to two hundred rows for each. */
const PAGE_RUNS = 10;

export function listRuns(db: Database, before: number | null) {
  const atBank = sql<number>`(SELECT count(*) FROM payout_run_rows
    JOIN withdrawals ON withdrawals.id = payout_run_rows.withdrawal_id AND withdrawals.state = 'sending'
    WHERE payout_run_rows.run_id = payout_runs.id AND payout_run_rows.released_at_ms IS NULL)`;
  const found = db
    .select({ ...getTableColumns(payoutRuns), atBank: atBank.as("at_bank") })
    .from(payoutRuns)
    .where(before === null ? undefined : lt(payoutRuns.number, before))
    .orderBy(desc(payoutRuns.number))
    .limit(PAGE_RUNS + 1);
  return mapWork(rows(found), (all) => cutPage(all, PAGE_RUNS, (last) => String(last.number)));
}

export type ListedRun = ResultOf<ReturnType<typeof listRuns>>["rows"][number];

// Rows that the bank has still to pay: one rejected since must not be paid, one marked paid must not be paid again.

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
