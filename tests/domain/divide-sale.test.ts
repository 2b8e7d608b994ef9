import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideSale, shareOf } from "~/domain/divide-sale";

const sale = fc
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
      fc.property(sale, (one) => {
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
      fc.property(sale, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 }), (one, wished) => {
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

  it("may bring nothing at all", () => {
    expect(divideSale({ grossCents: 500, feesCents: 500, stakes: 3 })).toEqual({
      netCents: 0,
      netPerStakeCents: 0,
      remainderCents: 0,
    });
  });

  it.each([
    { grossCents: -1, feesCents: 0, stakes: 1 },
    { grossCents: 1, feesCents: -1, stakes: 1 },
    { grossCents: 1, feesCents: 2, stakes: 1 },
    { grossCents: 1, feesCents: 0, stakes: 0 },
    { grossCents: 1.5, feesCents: 0, stakes: 1 },
    { grossCents: Number.NaN, feesCents: 0, stakes: 1 },
    { grossCents: 2 ** 53, feesCents: 0, stakes: 1 },
  ])("is none with $grossCents less $feesCents over $stakes", (one) => {
    expect(divideSale(one)).toBeNull();
  });
});
