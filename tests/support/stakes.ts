import type { HeldStake, Valuation } from "~/domain/returns";

// A stake bought for $500 on 10 May 2022, what its cask was worth, and the returns that were taken of it.

export const issue: Valuation = { valuedOn: "2022-01-01", valueCents: 50_000, tier: "issue" };
export const at = (valuedOn: string, valueCents: number): Valuation => ({ valuedOn, valueCents, tier: "measured" });
export const stake = (more: Partial<HeldStake> = {}): HeldStake => ({
  stakeId: "stk_1",
  priceCents: 50_000,
  purchasedOn: "2022-05-10",
  valuations: [issue],
  taken: [],
  ...more,
});
export const taken = (cycleNumber: number, state: "progress" | "paid", amountCents = 10_000) => ({
  cycleNumber,
  state,
  amountCents,
  reckonedToCents: 50_000 + amountCents,
  interestBasisPoints: 2000,
});
