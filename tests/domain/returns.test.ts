import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consistentReturns } from "~/content/landing";
import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { cycleEnd } from "~/domain/cycles";
import {
  basisPoints,
  cycleReturn,
  percentOf,
  unrealisedCents,
  type Valuation,
  valueOn,
  countedCents,
  latestValuation,
  valuedBy,
} from "~/domain/returns";
import { at, issue, stake, taken } from "../support/stakes";

describe("the value of a stake", () => {
  const values = [issue, at("2023-01-01", 52_000), at("2024-05-10", 60_000)];
  it.each([
    ["2021-12-31", null],
    ["2022-12-31", 50_000],
    ["2024-05-09", 52_000],
    ["2030-01-01", 60_000],
  ])("on %s is %s", (on, cents) => {
    expect(valueOn(values, on)?.valueCents ?? null).toBe(cents);
    expect(valueOn([...values].reverse(), on)?.valueCents ?? null).toBe(cents);
  });

  it("is the later of two entries with the same date", () =>
    expect(valueOn([at("2024-01-01", 1), at("2024-01-01", 2)], "2024-01-01")?.valueCents).toBe(2));

  it("is unknown without a valuation", () => expect(valueOn([], "2024-01-01")).toBeNull());
});

describe("the return of a cycle", () => {
  it("is the value at its end less the price paid, over the price paid", () => {
    const one = stake({ valuations: [issue, at("2024-05-10", 60_400)] });
    expect(cycleReturn(one, 1, "2024-06-01")).toMatchObject({
      ended: true,
      markCents: 50_000,
      endCents: 60_400,
      returnCents: 10_400,
      interestBasisPoints: 2080,
    });
  });

  it("ignores a value dated after its end", () => {
    const one = stake({ valuations: [issue, at("2024-05-09", 55_000), at("2024-05-11", 90_000)] });
    expect(cycleReturn(one, 1, "2024-06-01")).toMatchObject({ endCents: 55_000, returnCents: 5_000 });
    expect(cycleReturn(one, 2, "2024-06-01")).toMatchObject({
      markCents: 55_000,
      endCents: 90_000,
      returnCents: 35_000,
    });
  });

  it("before the cycle ends is the figure as of today", () => {
    const one = stake({ valuations: [issue, at("2023-01-01", 53_000)] });
    expect(cycleReturn(one, 1, "2023-06-01")).toMatchObject({
      ended: false,
      returnCents: 3_000,
      valuedOn: "2023-01-01",
    });
    expect(cycleReturn(one, 1, "2022-12-31")).toMatchObject({ ended: false, returnCents: null, valuedOn: null });
  });

  it("is unknown while only the issue price is known", () => {
    expect(cycleReturn(stake(), 1, "2024-06-01")).toMatchObject({ endCents: null, returnCents: null });
    expect(cycleReturn(stake({ valuations: [] }), 1, "2024-06-01")).toMatchObject({
      markCents: 50_000,
      endCents: null,
    });
  });

  it("starts from the price paid, whatever the value was on that day", () => {
    const one = stake({ valuations: [issue, at("2022-05-10", 52_000), at("2024-05-10", 60_000)] });
    expect(cycleReturn(one, 1, "2024-06-01").returnCents).toBe(10_000);
  });

  it("is what the terms say it is, in words and in their example: 500, 400, 450, 550", () => {
    const ends = [1, 2, 3].map((number) => cycleEnd("2022-05-10", number));
    const values = [40_000, 45_000, 55_000].map((cents, index) => at(ends[index] ?? "", cents));
    const one = stake({ valuations: [issue, ...values] });
    const returns = [1, 2, 3].map((number) => cycleReturn(one, number, ends.at(-1) ?? "").returnCents);
    expect(returns).toEqual([0, 0, 5_000]);
    const terms = JSON.stringify(termsAndConditions.sections["Holding and returns"]);
    expect(terms).toContain("you paid $500, and the stake is worth $400");
    expect(terms).toContain("$450 at the end of the second and $550 at the end of the third");
    expect(terms).toContain("The first two returns are zero, and the third is $50.");
    expect(terms + consistentReturns.paragraphs.join(" ")).not.toMatch(
      /less its value at its start|whatever the value/,
    );
  });
});

describe("interest in hundredths of a percent", () => {
  it("is shown with at most two decimals", () =>
    expect([2080, 1, 10_000, 1094, 0].map(percentOf)).toEqual([20.8, 0.01, 100, 10.94, 0]));

  it("is within half a hundredth of the exact figure, with halves rounded up", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e11, max: 9e11 }), fc.integer({ min: 1, max: 1e8 }), (amount, of) => {
        const points = BigInt(basisPoints(amount, of));
        const twiceError = 2n * (BigInt(amount) * 10_000n - points * BigInt(of));
        expect(twiceError >= -BigInt(of) && twiceError < BigInt(of)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a return that was asked for", () => {
  it("may be of a cask whose first valuation came after an earlier cycle", () => {
    const one = stake({ valuations: [at("2025-05-10", 56_000)] });
    expect(cycleReturn(one, 2, "2026-06-01")).toMatchObject({ markCents: 50_000, returnCents: 6_000 });
  });

  it("is an advance, even on a stake whose valuations are gone", () => {
    expect(unrealisedCents(stake({ taken: [taken(1, "paid", 4_000)] }), "2026-06-01")).toBe(-4_000);
    expect(unrealisedCents(stake(), "2026-06-01")).toBeNull();
  });
});

describe("a valuation", () => {
  const of = (tier: Valuation["tier"]): Valuation =>
    ({ valuedOn: "2026-01-01", valueCents: 60_000, tier }) as Valuation;

  it("is what the cask is worth, not the issue price", () => {
    expect(latestValuation([of("modelled")], "2026-01-01")).toMatchObject({ valueCents: 60_000, tier: "modelled" });
    expect(latestValuation([of("issue")], "2026-01-01")).toBeNull();
  });

  it("counts at its value, even zero, and without one at its cost", () =>
    expect([0, 7, null, undefined].map((cents) => countedCents(cents, 500))).toEqual([0, 7, 500, 500]));

  it("is named by its day and kind, or not at all", () => {
    const valuedOn = "2026-01-01";
    expect(valuedBy({ valuedOn, tier: "modelled" })).toEqual({ valuedOn, tier: "modelled" });
    expect(valuedBy({ valuedOn: null, tier: "modelled" })).toBeNull();
    expect(valuedBy({ valuedOn, tier: null })).toBeNull();
  });
});
