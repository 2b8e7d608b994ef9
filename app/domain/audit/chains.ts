import type { Sha256, AuditDay, DayHead } from "./audit-files";
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

/** The hash of everything a day's file says except hash and signature: over its canonical JSON, which holds the hash of the day before. */
export function hashOfDay(day: Omit<AuditDay, "hash" | "signature">, sha256: Sha256): string {
  const { hash: _, signature: __, ...rest } = day as AuditDay;
  return sha256(canonicalJson(rest));
}

/** What is signed of a day. */
export const signedText = ({ certificates, date, hash, owed }: Omit<DayHead, "signature">): string =>
  canonicalJson({ certificates, date, hash, owed });

export type MarkedStake = {
  /** As stored: lower case, without hyphens. */
  certificateCode: string;
  stakeNumber: number;
  caskId: string;
};

/**
 * How a stake is named in the public list: the first 12 hex digits of the SHA-256 of certificate code, stake number and cask id, joined
 * by line feeds. Only those who know the certificate's code can work it out, and it does not reveal the code:
 * that has 75 bits.
 */
export const registerMark = (stake: MarkedStake, sha256: Sha256): string => markOfHash(sha256(markedText(stake)));

/** What is hashed, and which part of the hash is the mark: for callers that use the platform's asynchronous hashing. */
export const markedText = ({ certificateCode, stakeNumber, caskId }: MarkedStake) =>
  `${certificateCode}\n${stakeNumber}\n${caskId}`;
export const markOfHash = (hash: string) => hash.slice(0, 12);
