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

  it("whatever is entered and taken back between two requests, no more is paid than the highest value a return was calculated up to, less the price", () => {
    const day = fc.integer({ min: 0, max: 4_000 });
    const takenBack = fc.option(fc.nat({ max: 4 }));
    const entry = fc.tuple(day, fc.integer({ min: 0, max: 2_000_000 }), takenBack);
    const entries = fc.array(entry, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyStake, entries, (one, later) => {
        const today = cycleEnd(one.purchasedOn, 5);
        let now = one;
        for (const [days, cents, back] of later) {
          if (back !== null) now = { ...now, taken: now.taken.filter((_, index) => index !== back) };
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

  /** What happens to requests in any order: asked for as the oldest that can be, or one of them taken back. */
  const anyOrder = fc.array(fc.oneof(fc.constant("ask" as const), fc.nat({ max: 4 })), { maxLength: 20 });
  function requestedInOrder(one: HeldStake, today: string, steps: readonly ("ask" | number)[]): HeldStake {
    let now = one;
    for (const step of steps) {
      const cycle = step === "ask" ? withdrawableCycle(now, today) : null;
      if (typeof step === "number") now = { ...now, taken: now.taken.filter((_, index) => index !== step) };
      else if (cycle) {
        const made = taken(cycle.cycleNumber, cycle.returnCents ?? 0, cycle.endCents ?? 0);
        now = { ...now, taken: [...now.taken, made] };
      }
    }
    return now;
  }

  it("in whatever order they are asked for and taken back, they come to the highest end less the price, and so do the projected ones", () => {
    fc.assert(
      fc.property(anyStake, fc.integer({ min: 1, max: 5 }), anyOrder, (one, cycles, steps) => {
        const today = cycleEnd(one.purchasedOn, cycles);
        const ends = Array.from({ length: cycles }, (_, index) => cycleReturn(one, index + 1, today).endCents ?? 0);
        const rise = Math.max(one.priceCents, ...ends) - one.priceCents;
        const partly = requestedInOrder(one, today, steps);
        const sum = (held: HeldStake) => held.taken.reduce((cents, cycle) => cents + cycle.amountCents, 0);
        expect(sum(partly)).toBeLessThanOrEqual(rise);
        const left = Array.from({ length: cycles }, (_, index) => index + 1)
          .filter((number) => partly.taken.every((cycle) => cycle.cycleNumber !== number))
          .reduce((cents, number) => cents + (cycleReturn(partly, number, today).returnCents ?? 0), 0);
        expect(sum(partly) + left).toBe(rise);
        const all = requestedInOrder(
          partly,
          today,
          Array.from({ length: cycles }, () => "ask" as const),
        );
        expect(sum(all)).toBe(rise);
      }),
      { numRuns: 1000 },
    );
  });

  it("asking for each cycle in turn takes every cent once, and then nothing is left to ask for; no more than the price is lost", () => {
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
        // What was advanced above the value is not the holder's loss.
        expect((unrealisedCents(now, today) ?? 0) + received).toBe(Math.max(before ?? 0, received - now.priceCents));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a return paid before the sale", () => {
  it("is taken off the share: 139.10 were advanced on 789.10, so 650.00 are credited", () => {
    expect(creditOf(78_910, 13_910)).toEqual({ creditCents: 65_000, takenOffCents: 13_910 });
  });

  it("above the share leaves nothing, and takes nothing", () => {
    expect(creditOf(10_000, 13_910)).toEqual({ creditCents: 0, takenOffCents: 10_000 });
    expect(worthOf(0, 1)).toBe(0);
  });

  it("is taken off its own stake alone, and the sums of a holder's stakes are of each", () => {
    expect(creditsOf(10_000, [0, 4_000, 13_000])).toEqual({
      ...{ shareCents: 30_000, advancedCents: 17_000, takenOffCents: 14_000, creditCents: 16_000 },
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
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  const history = fc.record({
    priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    values: fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), cents), { maxLength: 12 }),
    cycles: fc.integer({ min: 1, max: 5 }),
    steps: fc.array(fc.oneof(fc.constant("ask" as const), fc.nat({ max: 4 })), { maxLength: 20 }),
  });

  function heldAfter({ priceCents, values, cycles, steps }: typeof history extends fc.Arbitrary<infer T> ? T : never) {
    const purchasedOn = "2022-05-10";
    const today = cycleEnd(purchasedOn, cycles);
    const measured = values.map(([days, valueCents]) => {
      return { valuedOn: addDays("2022-05-11", days), valueCents, tier: "measured" as const };
    });
    const issue = { valuedOn: "2022-01-01", valueCents: priceCents, tier: "issue" as const };
    let held: HeldStake = { stakeId: "stk_1", purchasedOn, priceCents, valuations: [issue, ...measured], taken: [] };
    for (const step of steps) {
      if (typeof step === "number") held = { ...held, taken: held.taken.filter((_, index) => index !== step) };
      else {
        const cycle = withdrawableCycle(held, today);
        if (!cycle) continue;
        const { cycleNumber, returnCents, endCents, interestBasisPoints } = cycle;
        const taken = { cycleNumber, state: "paid" as const, interestBasisPoints: interestBasisPoints ?? 0 };
        held = {
          ...held,
          taken: [...held.taken, { ...taken, amountCents: returnCents ?? 0, reckonedToCents: endCents ?? 0 }],
        };
      }
    }
    return { held, today, endCents: cycleReturn(held, cycles + 1, today).endCents };
  }

  it("a holder gets the net of the sale or what was advanced, whichever is more, and not a cent above it", () => {
    fc.assert(
      fc.property(history, cents, (one, net) => {
        const advanced = advancedCents(heldAfter(one).held);
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
      fc.property(history, (one) => {
        const { held, today, endCents } = heldAfter(one);
        const worth = worthOf(endCents ?? held.priceCents, advancedCents(held));
        expect(held.priceCents + (unrealisedCents(held, today) ?? 0)).toBe(worth);
      }),
      { numRuns: 1000 },
    );
  });
});
