import type { HoldingsRows } from "~/areas/holdings/portfolio/holdings";
import { type StakeEvent, stateAfter } from "./stake-life";
import type { DecisionRow } from "./statement-rows";

type Known = { life: ReadonlyMap<string, readonly StakeEvent[]>; decisions: readonly DecisionRow[] };

/**
 * The portfolio's rows as they stood just before an instant, so that its own functions say what the figures were then. Valuations
 * are those that count today: a correction changes what was true on that day, too.
 */
export function rowsAsOf(rows: HoldingsRows, { life, decisions }: Known, untilMs: number): HoldingsRows {
  const decidedAt = new Map(decisions.map((one) => [one.withdrawalId, one.decidedAtMs]));
  return {
    valuations: rows.valuations,
    stakes: rows.stakes.flatMap((stake) => {
      const state = stateAfter((life.get(stake.stakeId) ?? []).filter(({ atMs }) => atMs < untilMs));
      return state === "none" ? [] : [{ ...stake, state, soldForCents: state === "ended" ? stake.soldForCents : null }];
    }),
    withdrawals: rows.withdrawals
      .filter(({ createdAtMs }) => createdAtMs < untilMs)
      .map((one) => ((decidedAt.get(one.id) ?? Infinity) < untilMs ? one : { ...one, state: "progress" as const })),
  };
}
