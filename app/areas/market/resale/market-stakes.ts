import { advancedCents } from "~/domain/returns";
import { type HoldingsRows, holdingsOf } from "~/areas/holdings/portfolio/holdings";

/** Why a stake cannot be offered now. 'return-ready': its return can be withdrawn first. 'withdrawal-open': it is asked for. */
export type NotOffered = "frozen" | "return-ready" | "withdrawal-open";

/** A stake of the viewer as the market sees it. */
export type MarketStake = {
  stakeId: string;
  number: number;
  /** Returns paid on it, which its sale pays back. */
  advancedCents: number;
  not: NotOffered | null;
};

/** The viewer's stakes of one cask that have not ended, by number. */
export function marketStakesOf(rows: HoldingsRows, caskId: string, nowMs: number): MarketStake[] {
  const { active } = holdingsOf(rows, nowMs);
  const standing = new Map(active.map((holding) => [holding.stakeId, holding]));
  return rows.stakes
    .filter((stake) => stake.caskId === caskId && stake.state !== "ended")
    .map(({ stakeId, number }) => {
      const holding = standing.get(stakeId);
      if (!holding) return { stakeId, number, advancedCents: 0, not: "frozen" as const };
      const isAsked = holding.taken.some(({ state }) => state === "progress");
      const not = isAsked ? "withdrawal-open" : holding.standing.isWithdrawable ? "return-ready" : null;
      return { stakeId, number, advancedCents: advancedCents(holding), not } as const;
    })
    .sort((one, other) => one.number - other.number);
}
