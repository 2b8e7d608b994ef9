import type { Sha256 } from "./audit-files";
import { canonicalJson } from "./canonical-json";

/** A transfer, under the names that its columns have. */
export type ChainedRow = {
  amount: number;
  created_at_ms: number;
  credit_account_id: string;
  currency: string;
  debit_account_id: string;
  id: string;
  reason: string;
  refers_to: string;
  seq: number;
};

/** The head of a ledger without rows. */
export const FIRST_HEAD = "0".repeat(64);

/**
 * The head after these rows, in order of `seq`, each hashed together with the head before it. So a row that is changed, taken
 * out or put in changes every head from there on.
 */
export function chainLedger(head: string, rows: readonly ChainedRow[], sha256: Sha256): string {
  return rows.reduce((before, row) => sha256(before + canonicalJson(inChain(row))), head);
}

/** Only these fields are hashed, whatever else a row was read with. */
function inChain({
  amount,
  created_at_ms,
  credit_account_id,
  currency,
  debit_account_id,
  id,
  reason,
  refers_to,
  seq,
}: ChainedRow) {
  return { amount, created_at_ms, credit_account_id, currency, debit_account_id, id, reason, refers_to, seq };
}
