import type { AuditedBid, AuditedOwed } from "~/domain/audit/audit-files";
import type { OwedPart } from "~/domain/audit/owed-tree";
import { FIRST_HEAD } from "~/domain/audit/chain-ledger";
import type { CaskTotals } from "~/domain/proof-figures";

// What one piece leaves to the next: a row's column `progress`, as JSON. Each piece does one step.

export type Sides = Record<string, { credits: number; debits: number }>;

/** What the money of a day is told by: investors' credits less debits, in cents, and both sides of each account of the house. */
export type Sums = { wallets: number; rewardsPending: number; house: Sides };

export type LedgerProgress = {
  step: "ledger";
  /** The last row that was looked at. */
  seq: number;
  /** Of this day: rows created before its end. */
  head: string;
  rows: number;
  lastSeq: number;
  sums: Sums;
  /** Both sides of the house's accounts with all rows so far, those of later days too. */
  all: Sides;
  /** Of the day that it is compared with, the same way. */
  before: { date: string; endMs: number; expected: string; head: string } | null;
  /** False once a row of a later day came: from then on one day's head no longer starts from the previous day's. */
  pure: boolean;
  /** The last row up to which the head was as it had been before. */
  rightSeq: number;
  /** What is wrong. */
  reason: string | null;
};

export type Chained = Pick<LedgerProgress, "seq" | "head" | "rows" | "lastSeq" | "sums" | "all" | "reason">;

/** `money`: what is wrong with it. */
type Findings = { ledger: Chained; money: string[] };

export type Progress =
  | LedgerProgress
  /** `after`: the last account that was compared; empty: those of the house come first. */
  | ({ step: "accounts"; after: string; wrong: number } & Findings)
  /** `after`: the last cask that was examined. */
  | ({ step: "casks"; after: string; counts: Counts } & Findings)
  /** `part`: the last of the day's parts whose lists were read back, with the casks up to `after`. `other`: what else is wrong. */
  | ({ step: "marks"; part: number; after: string; counts: Counts; other: string[] } & Findings)
  /** `table`: the place of the one whose rules are asked now; `broken`: how often each rule was. */
  | ({
      step: "rules";
      table: number;
      after: string;
      broken: Record<string, number>;
      counts: Counts;
      other: string[];
    } & Findings)
  | ({ step: "books" } & Audited)
  /** `after`: the last cask whose file is written. `since`: the first of the parts that keep the list. `seenMs`: when the first was read. */
  | ({ step: "evidence"; after: string; since: number; seenMs: number; totals: CaskTotals } & Audited)
  /** `afterMs`, `after`: when the last one was confirmed, and its cask. */
  | ({ step: "exits"; afterMs: number; after: string; since: number; totals: CaskTotals } & Audited)
  | ({ step: "figures"; totals: CaskTotals } & Audited)
  /** `afterMs`, `after`: when the last one was published, and its id. */
  | ({ step: "bids"; afterMs: number; after: string; bids: AuditedBid[] } & Audited)
  /** `after`: the last wallet's account. */
  | ({ step: "owed"; after: string; parts: OwedPart[]; bids: AuditedBid[] } & Audited)
  | ({ step: "publish"; bids: AuditedBid[]; owed: AuditedOwed } & Audited);

/** All that the day's own file says, besides its casks. */
type Audited = { counts: Counts; other: string[] } & Findings;

export type LaterProgress<Step> = Extract<Progress, { step: Step }>;

export type Counts = { casks: number; stakes: number; documents: number; failed: string[] };

export const NO_TOTALS: CaskTotals = { casks: 0, delivered: 0, confirmed: 0, held: 0, unvalued: 0 };

export function firstProgress(
  before: Pick<NonNullable<LedgerProgress["before"]>, "date" | "endMs" | "expected"> | null,
) {
  const first: LedgerProgress = {
    step: "ledger",
    // Before any row, even one inserted before the first.
    seq: Number.MIN_SAFE_INTEGER,
    head: FIRST_HEAD,
    rows: 0,
    lastSeq: 0,
    sums: { wallets: 0, rewardsPending: 0, house: {} },
    all: {},
    before: before && { ...before, head: FIRST_HEAD },
    pure: true,
    rightSeq: 0,
    reason: null,
  };
  return first;
}
