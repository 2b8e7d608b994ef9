import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

// The queue of withdrawals: what is due first, then by the time of the decision, newest first.

export const WITHDRAWAL_FILTERS = ["due", "waiting", "sending", "paid", "rejected", "cancelled"] as const;
export type WithdrawalFilter = (typeof WITHDRAWAL_FILTERS)[number];

export const readWithdrawalFilter = (text: string | null): WithdrawalFilter =>
  WITHDRAWAL_FILTERS.find((one) => one === text) ?? "due";

export type ListedWithdrawal = {
  id: string;
  holderName: string;
  caskName: string | null;
  cycleNumber: number | null;
  interestBasisPoints: number | null;
  amountCents: number;
  bankName: string;
  accountLast4: string;
  payableFromMs: number;
  createdAtMs: number;
  updatedAtMs: number;
};

type Asked = { filter: WithdrawalFilter; after: After | null; nowMs: number; pageRows?: number };

export function listWithdrawals(
  db: Database,
  { filter, after, nowMs, pageRows = PAGE_ROWS }: Asked,
): Work<KeysetPage<ListedWithdrawal>> {
  const open = filter === "due" || filter === "waiting";
  const query = db.all<ListedWithdrawal>(sql`SELECT w.id, w.holder_name AS holderName, casks.name AS caskName,
      w.cycle_number AS cycleNumber, w.interest_basis_points AS interestBasisPoints, w.amount_cents AS amountCents,
      w.bank_name AS bankName, w.account_last4 AS accountLast4, w.payable_from_ms AS payableFromMs,
      w.created_at_ms AS createdAtMs, w.updated_at_ms AS updatedAtMs
    FROM withdrawals AS w LEFT JOIN stakes ON stakes.id = w.stake_id LEFT JOIN casks ON casks.id = stakes.cask_id
    WHERE ${open ? ofOpen(filter, after, nowMs) : ofDecided(filter, after)}
    ORDER BY ${open ? sql`w.payable_from_ms, w.id` : sql`w.updated_at_ms DESC, w.id DESC`} LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) =>
    cutPage(found, pageRows, (last) => afterRow(open ? last.payableFromMs : last.updatedAtMs, last.id)),
  );
}

function ofOpen(filter: WithdrawalFilter, after: After | null, nowMs: number): SQL {
  const due = filter === "due" ? sql`w.payable_from_ms <= ${nowMs}` : sql`w.payable_from_ms > ${nowMs}`;
  const from = after ? sql`AND (w.payable_from_ms, w.id) > (${after.ms}, ${after.id})` : sql``;
  return sql`w.state = 'progress' AND ${due} ${from}`;
}

function ofDecided(filter: WithdrawalFilter, after: After | null): SQL {
  const from = after ? sql`AND (w.updated_at_ms, w.id) < (${after.ms}, ${after.id})` : sql``;
  // Said twice, so that the partial index is used.
  return sql`w.state <> 'progress' AND w.state = ${filter} ${from}`;
}
