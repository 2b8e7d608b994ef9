import { describe, expect, it } from "vitest";
import { yearlyBasisPoints, yearlyBasisPointsIn } from "~/domain/sale-outcome";
import { stakeResult } from "~/domain/stake-result";

const stake = { priceCents: 50_000, joiningFeeCents: 1_000, boughtOn: "2024-01-31", soldOn: "2026-01-31" };

describe("what an ended stake brought", () => {
  it("is a rate a year after every fee, over the months it was held", () => {
    expect(stakeResult({ ...stake, netPerStakeCents: 61_710 })).toEqual({
      months: 24,
      monthsOver: 0,
      netCents: 10_710,
      yearlyBasisPoints: 1_000,
    });
  });

  it("is a loss where the fee eats the gain, and names the delay", () => {
    expect(stakeResult({ ...stake, soldOn: "2026-05-02", netPerStakeCents: 50_500 })).toMatchObject({
      months: 27,
      monthsOver: 3,
      netCents: -500,
    });
  });

  it("counts a gain over the month that has begun, and a loss over those that are full", () => {
    const [full, begun] = ["2026-01-31", "2026-02-10"].map((soldOn) =>
      stakeResult({ ...stake, soldOn, netPerStakeCents: 61_710 }),
    );
    expect(begun?.months).toBe(24);
    expect(begun?.yearlyBasisPoints).toBeLessThan(full?.yearlyBasisPoints ?? 0);
    const lost = ["2026-01-31", "2026-02-10"].map((soldOn) =>
      stakeResult({ ...stake, soldOn, netPerStakeCents: 40_000 }),
    );
    expect(lost[0]?.yearlyBasisPoints).toBe(lost[1]?.yearlyBasisPoints);
  });

  it("says nothing of a year that was not over, and all is lost at -100 %", () => {
    expect(stakeResult({ ...stake, soldOn: "2025-01-30", netPerStakeCents: 90_000 }).yearlyBasisPoints).toBeNull();
    expect(stakeResult({ ...stake, soldOn: "2025-01-31", netPerStakeCents: 61_200 }).yearlyBasisPoints).toBe(2_000);
    expect(stakeResult({ ...stake, netPerStakeCents: 0 }).yearlyBasisPoints).toBe(-10_000);
  });

  it("agrees with the calculator's rate over whole years", () => {
    for (const [paid, back, years] of [
      [51_000, 61_710, 2],
      [50_000, 40_000, 3],
      [1, 99_999, 30],
    ] as const)
      expect(yearlyBasisPointsIn(paid, back, years * 12)).toBe(yearlyBasisPoints(paid, back, years));
    // 1.1 ^ 1.5 = 1.153690
    expect(yearlyBasisPointsIn(100_000, 115_368, 18)).toBe(999);
    expect(yearlyBasisPointsIn(100_000, 115_369, 18)).toBe(1_000);
  });
});
