import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditOf, creditsOf, standsAsAdvance, worthOf } from "~/domain/advance";
import { addDays } from "~/domain/calendar-date";
import { cycleEnd } from "~/domain/cycles";
import { advancedCents, cycleReturn, type HeldStake, unrealisedCents, withdrawableCycle } from "~/domain/returns";

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
