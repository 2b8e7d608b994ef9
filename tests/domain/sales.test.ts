import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideSale, shareOf } from "~/domain/divide-sale";
import {
  ASKABLE,
  breakEven,
  EVAPORATION_BASIS_POINTS,
  type Holding,
  litresLeft,
  pricePerLitre,
  type Sale,
  saleOutcome,
  yearlyBasisPoints,
} from "~/domain/sale-outcome";

const holding: Holding = {
  loaDecilitres: 1_018,
  totalStakes: 50,
  costPerStakeCents: 50_000,
  stakes: 2,
  joiningFeeCents: 1_000,
};
const sale: Sale = { years: 3, perLitreCents: 40_000 };

const holdings: fc.Arbitrary<Holding> = fc
  .record({
    loaDecilitres: fc.integer({ min: 1, max: 60_000 }),
    totalStakes: fc.integer({ min: 1, max: 100_000 }),
    costPerStakeCents: fc.integer({ min: 1, max: 100_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    joiningFeeCents: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ part, ...cask }) => ({ ...cask, stakes: Math.max(1, Math.floor(part * cask.totalStakes)) }));
const sales: fc.Arbitrary<Sale> = fc.record({
  years: fc.integer({ min: 2, max: 30 }),
  perLitreCents: fc.integer({ min: 0, max: 1_000_000 }),
});

describe("what a sale would bring", () => {
  it("is the price of what is left of the cask, less the costs of the sale, divided by all stakes", () => {
    // 101.8 l lose 2 % a year: 99.7, 97.7, 95.7 (each rounded down to a tenth). At $400.00 a litre: $38,280.00.
    expect(litresLeft(1_018, 3)).toBe(957);
    const outcome = saleOutcome(holding, sale);
    expect(outcome).toMatchObject({
      loaDecilitres: 957,
      grossCents: 3_828_000,
      saleCostCents: 191_400,
      perStakeCents: 72_732,
      proceedsCents: 145_464,
      paidCents: 101_000,
      netCents: 44_464,
    });
    // 145,464 / 101,000 over three years: 12.93 % a year.
    expect(outcome.yearlyBasisPoints).toBe(1_293);
  });

  it("cannot be told of a cask without a stake", () =>
    expect(() => saleOutcome({ ...holding, totalStakes: 0 }, sale)).toThrow("a sale needs whole amounts and a stake"));

  it("adds up, in whole cents, for any cask and any sale", () => {
    fc.assert(
      fc.property(holdings, sales, (held, sold) => {
        const outcome = saleOutcome(held, sold);
        for (const [name, value] of Object.entries(outcome)) expect(Number.isSafeInteger(value), name).toBe(true);
        expect(outcome.netCents).toBe(outcome.proceedsCents - outcome.paidCents);
        expect(outcome.paidCents).toBe(held.stakes * held.costPerStakeCents + held.joiningFeeCents);
        const { grossCents, saleCostCents } = outcome;
        const division = divideSale({ grossCents, feesCents: saleCostCents, stakes: held.totalStakes });
        expect(outcome.perStakeCents).toBe(division?.netPerStakeCents);
        expect(outcome.proceedsCents).toBeLessThanOrEqual(grossCents - saleCostCents);
        expect(Math.sign(outcome.yearlyBasisPoints) > 0 ? outcome.netCents > 0 : true).toBe(true);
        if (outcome.netCents < 0) expect(outcome.yearlyBasisPoints).toBeLessThan(0);
      }),
    );
  });

  it("never rises with time, and never falls with the price", () => {
    fc.assert(
      fc.property(holdings, sales, fc.nat(2_000), (held, sold, more) => {
        const net = (change: Partial<Sale>) => saleOutcome(held, { ...sold, ...change }).netCents;
        expect(net({ years: sold.years + 1 })).toBeLessThanOrEqual(net({}));
        expect(net({ perLitreCents: sold.perLitreCents + more })).toBeGreaterThanOrEqual(net({}));
      }),
    );
  });
});

describe("the break-even", () => {
  const asked = fc.record({ held: holdings, sold: sales });

  it("of one stake of the demo cask, bought today with the joining fee and sold in three years", () => {
    // 51,000 cents back from a fiftieth of 95.7 l, less 5 %: $280.49 a litre brings 51,001, a cent less 50,999.
    const one = { ...holding, stakes: 1 };
    expect(breakEven(one, sale)).toBe(28_049);
    expect(saleOutcome(one, { ...sale, perLitreCents: 28_049 }).netCents).toBe(1);
    expect(saleOutcome(one, { ...sale, perLitreCents: 28_048 }).netCents).toBe(-1);
  });

  it("loses nothing, and a cent below it something is lost: the result there is nothing to what a cent a litre makes", () => {
    fc.assert(
      fc.property(asked, ({ held, sold }) => {
        const price = breakEven(held, sold);
        const net = (perLitreCents: number) => saleOutcome(held, { ...sold, perLitreCents }).netCents;
        if (price === null) {
          expect(net(ASKABLE.perLitreCents.to)).toBeLessThan(0);
          return;
        }
        const result = net(price);
        expect(result).toBeGreaterThanOrEqual(0);
        if (price === 0) return;
        expect(net(price - 1)).toBeLessThan(0);
        // At most what one cent a litre brings all these stakes, and what rounding adds for each.
        const step = Math.ceil(held.loaDecilitres / 10 / held.totalStakes) + 2;
        expect(result).toBeLessThanOrEqual(held.stakes * step);
      }),
    );
  });
});

describe("the return a year", () => {
  it("is the highest rate, in hundredths of a percent, that does not say too much", () => {
    const amounts = fc.integer({ min: 1, max: 100_000_000_000 });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 30 }), (paid, back, years) => {
        const rate = yearlyBasisPoints(paid, back, years);
        const grown = (points: number) => BigInt(paid) * BigInt(10_000 + points) ** BigInt(years);
        const had = BigInt(back) * 10_000n ** BigInt(years);
        expect(grown(rate) <= had).toBe(true);
        expect(grown(rate + 1) > had).toBe(true);
      }),
    );
  });

  it.each([
    [100, 121, 2, 1_000],
    [100, 0, 3, -10_000],
  ])("of %i that become %i in %i years is %i", (paid, back, years, points) =>
    expect(yearlyBasisPoints(paid, back, years)).toBe(points),
  );
});

it("the price of a litre today is that of all stakes together", () => {
  expect(pricePerLitre(holding)).toBe(24_557);
  expect(pricePerLitre({ ...holding, loaDecilitres: 0 })).toBe(0);
  expect(EVAPORATION_BASIS_POINTS).toBe(200);
});

const anySale = fc
  .record({
    grossCents: fc.integer({ min: 0, max: 10_000_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    stakes: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ grossCents, part, stakes }) => ({ grossCents, feesCents: Math.floor(grossCents * part), stakes }));

const divided = (one: { grossCents: number; feesCents: number; stakes: number }) => {
  const division = divideSale(one);
  if (!division) throw new Error("a proper sale can be divided");
  return division;
};

describe("a sale", () => {
  it("is divided to the cent: 100.00 less 9.99 over seven stakes is 12.85 each, and six cents are left", () => {
    expect(divideSale({ grossCents: 10_000, feesCents: 999, stakes: 7 })).toEqual({
      netCents: 9_001,
      netPerStakeCents: 1_285,
      remainderCents: 6,
    });
  });

  it("loses no cent and makes none", () => {
    fc.assert(
      fc.property(anySale, (one) => {
        const { netCents, netPerStakeCents, remainderCents } = divided(one);
        expect(netCents).toBe(one.grossCents - one.feesCents);
        expect(netPerStakeCents * one.stakes + remainderCents).toBe(netCents);
        expect(remainderCents).toBeGreaterThanOrEqual(0);
        expect(remainderCents).toBeLessThan(one.stakes);
      }),
    );
  });

  it("gives the same to everyone, in whatever order and however many hold the stakes, and to no one more than their part", () => {
    fc.assert(
      fc.property(anySale, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 }), (one, wished) => {
        const division = divided(one);
        let left = one.stakes;
        const held = wished.map((want) => {
          const stakes = Math.min(want, left);
          left -= stakes;
          return stakes;
        });
        const shares = held.map((stakes) => shareOf(division, stakes));
        const backwards = [...held].reverse().map((stakes) => shareOf(division, stakes));
        expect(backwards.reverse()).toEqual(shares);
        held.forEach((stakes, index) =>
          expect(shares[index]).toBeLessThanOrEqual((division.netCents * stakes) / one.stakes),
        );
        const paid = shares.reduce((sum, share) => sum + share, 0);
        expect(paid + shareOf(division, left) + division.remainderCents).toBe(division.netCents);
      }),
    );
  });

  it.each([
    { grossCents: -1, feesCents: 0, stakes: 1 },
    { grossCents: 1, feesCents: -1, stakes: 1 },
    { grossCents: 1, feesCents: 2, stakes: 1 },
    { grossCents: 1, feesCents: 0, stakes: 0 },
    { grossCents: 1.5, feesCents: 0, stakes: 1 },
    { grossCents: 2 ** 53, feesCents: 0, stakes: 1 },
  ])("is refused with $grossCents less $feesCents over $stakes", (one) => expect(divideSale(one)).toBeNull());
});
