import type { AuditDay, DayHead, Sha256 } from "./audit-files";

/** What can stand in a file of the audit. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The one way to write a value as JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. The same value gives the same bytes, in any language, and so the same hash.
 * @throws RangeError for what JSON cannot hold: numbers that are not finite, halves of surrogate pairs, undefined
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") {
    // Halves of surrogate pairs have no UTF-8, so they have no hash either.
    if (/[\ud800-\udfff]/u.test(value)) throw new RangeError("text that is not well formed");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") throw new RangeError("a value that JSON cannot hold");
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] as Json)}`).join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** The fields of a transfer that are hashed, under the names that its columns have. */
const CHAINED = [
  "amount",
  "created_at_ms",
  "credit_account_id",
  "currency",
  "debit_account_id",
  "id",
  "reason",
  "refers_to",
  "seq",
] as const;
type Chained = (typeof CHAINED)[number];
export type ChainedRow = { [field in Chained]: field extends "amount" | "created_at_ms" | "seq" ? number : string };

/** The head of a ledger without rows. */
export const FIRST_HEAD = "0".repeat(64);

/**
 * The head after these rows, in order of `seq`, each hashed together with the head before it. So a row that is changed, taken
 * out or put in changes every head from there on.
 */
export const chainLedger = (head: string, rows: readonly ChainedRow[], sha256: Sha256): string =>
  rows.reduce(
    (before, row) => sha256(before + canonicalJson(Object.fromEntries(CHAINED.map((field) => [field, row[field]])))),
    head,
  );

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
