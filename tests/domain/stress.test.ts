import { describe, expect, it } from "vitest";
import { measureWaits } from "~/domain/service-clock";
import { backOf, type BookedCask, NO_STRESS, withCask } from "~/domain/stress";

const cask: BookedCask = {
  ...{ totalStakes: 50, heldStakes: 10, paidCents: 500_000, stakeYears: 0, valueCents: 60_000 },
  ...{ costPerStakeCents: 50_000, loaDecilitres: 1_000, advances: [] },
};

describe("casks under stress", () => {
  it("sold at half their value leave what the buyer pays less the cost of the sale, each stake its part", () => {
    // 50 x $600 = $30,000; half $15,000; less 5 % $14,250; a stake $285.
    const { halved, ...sums } = withCask(NO_STRESS, cask);
    expect(halved).toEqual({ backCents: 285_000, best: 5_700, worst: 5_700 });
    expect(sums).toMatchObject({ casks: 1, stakes: 10, paidCents: 500_000, valuedCents: 600_000, unvaluedCasks: 0 });
  });

  it("take off each stake what was advanced on it, and never more than it brings", () => {
    // Of ten stakes three got $100 before and one $400, more than the $285 that a fire sale brings.
    const advances = [
      { stakes: 3, cents: 10_000 },
      { stakes: 1, cents: 40_000 },
    ];
    const { halved, ...sums } = withCask(NO_STRESS, { ...cask, advances });
    expect(halved.backCents).toBe(285_000 - 3 * 10_000 - 28_500);
    expect(sums).toMatchObject({ valuedCents: 600_000 - 70_000, advancedCents: 70_000 });
    expect(withCask(NO_STRESS, { ...cask, advances }).waited.backCents).toBe(514_140 - 70_000);
    const both = withCask(withCask(NO_STRESS, { ...cask, advances }), { ...cask, advances });
    expect(both).toMatchObject({ casks: 2, valuedCents: 2 * 530_000, advancedCents: 2 * 70_000 });
  });

  it("sold after five years have less in them, and storage beyond the price comes off", () => {
    // 1000 -> 980 -> 960 -> 940 -> 921 -> 902 decilitres: $27,060 of $30,000; less 5 % $25,707; a stake $514.14.
    expect(withCask(NO_STRESS, cask).waited.backCents).toBe(514_140);
    // Each stake-year begun: $120 over 50 stakes.
    expect(withCask(NO_STRESS, { ...cask, stakeYears: 25 }).waited.backCents).toBe(514_140 - 25 * 240);
    expect(withCask(NO_STRESS, { ...cask, stakeYears: 1_000_000 }).waited.backCents).toBe(0);
  });

  it("count at their price if never valued, and not at all if no stake is held", () => {
    const unvalued = withCask(NO_STRESS, { ...cask, valueCents: null });
    expect(unvalued).toMatchObject({ valuedCents: 500_000, unvaluedCasks: 1 });
    expect(withCask(unvalued, { ...cask, heldStakes: 0, paidCents: 0 })).toEqual(unvalued);
    const both = withCask(unvalued, { ...cask, valueCents: 10_000 });
    expect(both.halved).toMatchObject({ best: 4_750, worst: 950 });
    expect(backOf(both.halved.backCents, both.paidCents)).toBe(2_850);
    expect(backOf(0, 0)).toBe(0);
  });
});

describe("the service clock", () => {
  const waits = (...hours: number[]) => hours.map((hour) => ({ tookMs: hour * 3_600_000, late: hour > 24 }));
  it("says nothing of fewer than five, and median, slowest and late of more", () => {
    expect(measureWaits(waits(1, 2, 3, 4))).toEqual({ count: 4, figures: null });
    expect(measureWaits(waits(50, 1, 2, 30, 3, 4))).toEqual({
      count: 6,
      figures: { medianMs: 4 * 3_600_000, slowestMs: 50 * 3_600_000, late: 2 },
    });
  });
});
