import type { UnreadableTable } from "./bank-table";
import type { PayoutPlace } from "~/domain/payout-reference";

/** One payment or return that a bank tells of. */
export type BankLine = {
  /** 'unknown': its status is none that we know. */
  kind: "paid" | "returned" | "unknown";
  /** Ours, where the bank gave it back; null: it is about no payout that we know. */
  place: PayoutPlace | null;
  /** What the bank wrote as a reference, cut. */
  reference: string;
  /** The bank's own, which the investor sees: a UTR, or ours where the bank gave none. */
  bankReference: string;
  /** In cents of `currency`; null: none that can be read. */
  amountCents: number | null;
  currency: string;
  /** ISO, as the bank gave it. */
  bookedOn: string | null;
};

/** `other`: how many entries say nothing about payouts: what is not booked yet. */
export type ReadAnswer = { lines: BankLine[]; other: number };

/** Why a file is not taken. */
export type UnreadableAnswer = "empty" | "too-long" | UnreadableTable;

export const MOST_LINES = 2_000;
const MOST_REFERENCE = 60;

export const cut = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MOST_REFERENCE);
