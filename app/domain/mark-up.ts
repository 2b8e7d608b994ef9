import { basisPoints, percentOf } from "./returns";

export type Bought = { boughtForCents: number | null; costPerStakeCents: number; totalStakes: number };

/** One stake's part of the price that we paid for its cask, and what its own price adds to that; null: not told. */
export function markUpOf({ boughtForCents, costPerStakeCents, totalStakes }: Bought) {
  if (boughtForCents === null) return null;
  const paidCents = Math.round(boughtForCents / totalStakes);
  const whole = costPerStakeCents * totalStakes - boughtForCents;
  return {
    boughtForCents,
    paidCents,
    addedCents: costPerStakeCents - paidCents,
    percent: percentOf(basisPoints(whole, boughtForCents)),
  };
}

export type MarkUp = NonNullable<ReturnType<typeof markUpOf>>;
