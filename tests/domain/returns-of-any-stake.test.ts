import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar-date";
import { cycleEnd } from "~/domain/cycles";
import { cycleReturn, type HeldStake, unrealisedCents, type Valuation, withdrawableCycle } from "~/domain/returns";

const at = (valuedOn: string, valueCents: number): Valuation => ({ valuedOn, valueCents, tier: "measured" });
const stake = (more: Pick<HeldStake, "priceCents" | "valuations">): HeldStake => ({
  stakeId: "stk_1",
  purchasedOn: "2022-05-10",
  taken: [],
  ...more,
});
const taken = (cycleNumber: number, amountCents: number, reckonedToCents: number) => ({
  cycleNumber,
  state: "progress" as const,
  amountCents,
  reckonedToCents,
  interestBasisPoints: 2000,
});

describe("all cycles of any stake", () => {
  const anyStake = fc
    .record({
      priceCents: fc.integer({ min: 1, max: 1_000_000 }),
      values: fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 2_000_000 })), {
        maxLength: 12,
      }),
    })
    .map(({ priceCents, values }) =>
      stake({
        priceCents,
        valuations: [
          { valuedOn: "2022-01-01", valueCents: priceCents, tier: "issue" },
          ...values.map(([days, cents]) => at(addDays("2022-05-11", days), cents)),
        ],
      }),
    );

  it("returns add up to the highest value at any end less the price, to the cent, and to nothing below it", () => {
    fc.assert(
      fc.property(anyStake, fc.integer({ min: 1, max: 5 }), (one, cycles) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const returns = Array.from({ length: cycles }, (_, index) => cycleReturn(one, index + 1, today));
        const gains = returns.reduce((sum, cycle) => sum + (cycle.returnCents ?? 0), 0);
        const highest = Math.max(one.priceCents, ...returns.map((cycle) => cycle.endCents ?? 0));
        expect(gains).toBe(highest - one.priceCents);
      }),
      { numRuns: 1000 },
    );
  });

  it("what was never asked for is today's value less the price", () => {
    fc.assert(
      fc.property(anyStake, fc.integer({ min: 1, max: 5 }), (one, cycles) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const running = cycleReturn(one, cycles + 1, today);
        if (running.endCents === null) return;
        expect(unrealisedCents(one, today)).toBe(running.endCents - one.priceCents);
      }),
      { numRuns: 1000 },
    );
  });

  it("whatever is entered between two requests, no more is paid than the highest value reckoned to above the price", () => {
    const day = fc.integer({ min: 0, max: 4_000 });
    const entries = fc.array(fc.tuple(day, fc.integer({ min: 0, max: 2_000_000 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyStake, entries, (one, later) => {
        const today = cycleEnd(one.purchasedOn, 5);
        let now = one;
        for (const [days, cents] of later) {
          const cycle = withdrawableCycle(now, today);
          if (cycle?.returnCents && cycle.endCents !== null) {
            const made = taken(cycle.cycleNumber, cycle.returnCents, cycle.endCents);
            now = { ...now, taken: [...now.taken, made] };
          }
          now = { ...now, valuations: [...now.valuations, at(addDays("2022-05-11", days), cents)] };
        }
        const paid = now.taken.reduce((sum, cycle) => sum + cycle.amountCents, 0);
        const highest = Math.max(now.priceCents, ...now.taken.map((cycle) => cycle.reckonedToCents));
        expect(paid).toBeLessThanOrEqual(highest - now.priceCents);
      }),
      { numRuns: 1000 },
    );
  });

  it("asking for each cycle in turn takes every cent once, and then nothing is left to ask for", () => {
    fc.assert(
      fc.property(anyStake, fc.integer({ min: 1, max: 5 }), (one, cycles) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const before = unrealisedCents(one, today);
        let now = one;
        let received = 0;
        for (let cycle = withdrawableCycle(now, today); cycle; cycle = withdrawableCycle(now, today)) {
          received += cycle.returnCents ?? 0;
          const made = taken(cycle.cycleNumber, cycle.returnCents ?? 0, cycle.endCents ?? 0);
          now = { ...now, taken: [...now.taken, made] };
        }
        expect(now.taken.length).toBeLessThanOrEqual(cycles);
        expect((unrealisedCents(now, today) ?? 0) + received).toBe(before ?? 0);
      }),
      { numRuns: 1000 },
    );
  });
});
