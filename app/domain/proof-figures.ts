import type { AuditResult, CountedCasks } from "./audit/audit-files";
import type { CalendarDate } from "./calendar-date";
import { FEWEST_WAITS, type Waits } from "./service-clock";
import type { StakeResult } from "./stake-result";

/** How casks ended. `late`: for the stake that was held longest; `lost`: for the one in the middle. */
export type ExitCounts = { ended: number; sales: number; lost: number; late: number };

type EndedCask = { kind: string; held: { longest: StakeResult; middle: StakeResult } | null };

/** How casks ended, for the stake in the middle; delays are those of the stake that was held longest. */
export function countExits(exits: readonly EndedCask[]): ExitCounts {
  return {
    ended: exits.length,
    sales: exits.filter(({ kind }) => kind === "sale").length,
    lost: exits.filter(({ held }) => held !== null && held.middle.netCents < 0).length,
    late: exits.filter(({ held }) => held !== null && held.longest.monthsOver > 0).length,
  };
}

/** Of the casks whose stakes somebody held: for how long and what a stake brought net, each in the middle of all; null for too few. */
export function middleExit(exits: readonly EndedCask[]): { months: number; netCents: number } | null {
  const held = exits.flatMap(({ held }) => (held ? [held.middle] : []));
  if (held.length < FEWEST_WAITS) return null;
  const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
  return { months: middle(held.map(({ months }) => months)), netCents: middle(held.map(({ netCents }) => netCents)) };
}

/** Counts of the casks on offer or held. */
export type CaskTotals = {
  casks: number;
  /** Casks with a delivery order, and those that their warehouse has confirmed within 35 days. */
  delivered: number;
  confirmed: number;
  /** Casks of which investors hold stakes, and how many of those were not valued since they were issued. */
  held: number;
  unvalued: number;
};

/** The newest figures of what is proved, each as of the day it names. */
export type ProofFigures = {
  /** null: no day has been audited yet. */
  audit: {
    date: CalendarDate;
    result: AuditResult;
    reason: string | null;
    counts: CountedCasks;
    certificates: number;
    heldCents: number;
    owedCents: number;
  } | null;
  casks: { day: CalendarDate } & CaskTotals;
  exits: ExitCounts;
  withdrawals: Waits;
};
