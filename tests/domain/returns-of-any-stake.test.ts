import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar-date";
import { cycleEnd } from "~/domain/cycles";
import {
  cycleReturn,
  type HeldStake,
  unrealisedCents,
  type Valuation,
  withdrawableCycle,
  advancedCents,
} from "~/domain/returns";
import { creditOf, creditsOf, standsAsAdvance, worthOf } from "~/domain/advance";

const cents = fc.integer({ min: 0, max: 2_000_000 });
const daysLater = fc.integer({ min: 0, max: 4_000 });
const valued = (days: number, valueCents: number): Valuation => ({
  valuedOn: addDays("2022-05-11", days),
  valueCents,
  tier: "measured",
});

/** A stake bought at the issue price, whose cask was valued at any times since. */
const anyStake = fc
  .record({
    priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    values: fc.array(fc.tuple(daysLater, cents), { maxLength: 12 }),
  })
  .map(({ priceCents, values }): HeldStake => {
    const issue = { valuedOn: "2022-01-01", valueCents: priceCents, tier: "issue" as const };
    const valuations = [issue, ...values.map((one) => valued(...one))];
    return { stakeId: "stk_1", purchasedOn: "2022-05-10", priceCents, valuations, taken: [] };
  });
const someCycles = fc.integer({ min: 1, max: 5 });

/** Requests in any order: asking for the oldest return there is, or taking one request back. */
const anyOrder = fc.array(fc.oneof(fc.constant("ask" as const), fc.nat({ max: 4 })), { maxLength: 20 });

function requestReturn(held: HeldStake, today: string): HeldStake {
  const cycle = withdrawableCycle(held, today);
  if (!cycle) return held;
  const { cycleNumber, returnCents, endCents, interestBasisPoints } = cycle;
  const taken = {
    cycleNumber,
    state: "progress" as const,
    amountCents: returnCents ?? 0,
    reckonedToCents: endCents ?? 0,
    interestBasisPoints: interestBasisPoints ?? 0,
  };
  return { ...held, taken: [...held.taken, taken] };
}

const takeBack = (held: HeldStake, which: number): HeldStake => ({
  ...held,
  taken: held.taken.filter((_, index) => index !== which),
});

const requestInOrder = (held: HeldStake, today: string, steps: readonly ("ask" | number)[]) =>
  steps.reduce<HeldStake>((now, step) => (step === "ask" ? requestReturn(now, today) : takeBack(now, step)), held);

describe("all cycles of any stake", () => {
  it("whatever is entered and taken back between two requests, no more is paid than the highest value a return was calculated up to, less the price", () => {
    const entries = fc.array(fc.tuple(daysLater, cents, fc.option(fc.nat({ max: 4 }))), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyStake, entries, (one, later) => {
        const today = cycleEnd(one.purchasedOn, 5);
        let now = one;
        for (const [days, valueCents, back] of later) {
          if (back !== null) now = takeBack(now, back);
          now = requestReturn(now, today);
          now = { ...now, valuations: [...now.valuations, valued(days, valueCents)] };
        }
        const highest = Math.max(now.priceCents, ...now.taken.map((cycle) => cycle.reckonedToCents));
        expect(advancedCents(now)).toBeLessThanOrEqual(highest - now.priceCents);
      }),
      { numRuns: 1000 },
    );
  });

  it("in whatever order they are asked for and taken back, they come to the highest end less the price, and so do the projected ones", () => {
    fc.assert(
      fc.property(anyStake, someCycles, anyOrder, (one, cycles, steps) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const ends = Array.from({ length: cycles }, (_, index) => cycleReturn(one, index + 1, today).endCents ?? 0);
        const rise = Math.max(one.priceCents, ...ends) - one.priceCents;
        const partly = requestInOrder(one, today, steps);
        expect(advancedCents(partly)).toBeLessThanOrEqual(rise);
        const left = Array.from({ length: cycles }, (_, index) => index + 1)
          .filter((number) => partly.taken.every((cycle) => cycle.cycleNumber !== number))
          .reduce((sum, number) => sum + (cycleReturn(partly, number, today).returnCents ?? 0), 0);
        expect(advancedCents(partly) + left).toBe(rise);
        let all = partly;
        for (let asked = 0; asked < cycles; asked++) all = requestReturn(all, today);
        expect(advancedCents(all)).toBe(rise);
        expect(withdrawableCycle(all, today)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a return paid before the sale", () => {
  it("is taken off the share: 139.10 were advanced on 789.10, so 650.00 are credited", () =>
    expect(creditOf(78_910, 13_910)).toEqual({ creditCents: 65_000, takenOffCents: 13_910 }));

  it("above the share leaves nothing, and takes nothing", () => {
    expect(creditOf(10_000, 13_910)).toEqual({ creditCents: 0, takenOffCents: 10_000 });
    expect(worthOf(0, 1)).toBe(0);
  });

  it("is taken off its own stake alone, and the sums of a holder's stakes are of each", () => {
    expect(creditsOf(10_000, [0, 4_000, 13_000])).toEqual({
      shareCents: 30_000,
      advancedCents: 17_000,
      takenOffCents: 14_000,
      creditCents: 16_000,
    });
    expect(creditsOf(10_000, [])).toEqual({ shareCents: 0, advancedCents: 0, takenOffCents: 0, creditCents: 0 });
  });

  it("counts in every state but those of a request that came to nothing", () => {
    expect(["progress", "sending", "paid", "rejected", "cancelled", "returned"].filter(standsAsAdvance)).toEqual([
      "progress",
      "sending",
      "paid",
    ]);
  });
});

describe("whatever the values were, and whatever was asked for and came to nothing", () => {
  it("a holder gets the net of the sale or what was advanced, whichever is more, and not a cent above it", () => {
    fc.assert(
      fc.property(cents, cents, (net, advanced) => {
        const { creditCents, takenOffCents } = creditOf(net, advanced);
        expect(creditCents + advanced).toBe(Math.max(net, advanced));
        expect(creditCents + takenOffCents).toBe(net);
        expect(Math.min(creditCents, takenOffCents)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });

  it("invested and unrealised are the worth, which is what a sale at today's value would credit", () => {
    fc.assert(
      fc.property(anyStake, someCycles, anyOrder, (one, cycles, steps) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const held = requestInOrder(one, today, steps);
        const { endCents } = cycleReturn(held, cycles + 1, today);
        const worth = worthOf(endCents ?? held.priceCents, advancedCents(held));
        expect(held.priceCents + (unrealisedCents(held, today) ?? 0)).toBe(worth);
      }),
      { numRuns: 1000 },
    );
  });
});
