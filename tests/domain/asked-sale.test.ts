import fc from "fast-check";
import { expect, it } from "vitest";
import { askedSale } from "~/domain/asked-sale";
import { readAskedSale } from "~/areas/casks/before-buying";
import { effort } from "../support/effort";

const cask = { loaDecilitres: 1_018, totalStakes: 50, costPerStakeCents: 50_000 };
const figures = fc.oneof(
  fc.integer({ min: -2, max: 60 }).map(String),
  fc.double({ min: 0, max: 2_000_000, noNaN: true }).map((one) => one.toFixed(2)),
  fc.constantFrom("", " 3 ", "0", "1,250.50", "$400", "12.5", "50.1", "x", "1e3", "10000.01", "1/2"),
  fc.string({ maxLength: 50 }),
);

it("the result worked out while typing is the one the submitted form gives", () => {
  let accepted = 0;
  const anySale = fc.record({ stakes: figures, years: figures, price: figures, costs: figures, storage: figures });
  const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
  const rightSale = fc.record({
    ...{ stakes: number(1, 50), years: number(2, 8), price: number(150, 400) },
    ...{ costs: number(0, 10), storage: number(0, 20) },
  });
  const typedSale = fc.oneof(anySale, rightSale);
  fc.assert(
    fc.property(typedSale, (typed) => {
      const sent = readAskedSale(new URLSearchParams(typed), cask);
      expect(askedSale(sent.typed, cask.totalStakes)).toEqual(sent.asked);
      expect(sent.asked === null).toBe(Object.keys(sent.errors).length > 0);
      if (sent.asked) accepted += 1;
    }),
    { numRuns: effort(1_000, 10_000) },
  );
  const valid = { stakes: "2", years: "7", price: "$1,250.50", costs: "4.5", storage: "12.50" };
  expect(askedSale(valid, 50)).toEqual(readAskedSale(new URLSearchParams(valid), cask).asked);
  // Spaces around a figure are not asked about, and without storage there is none.
  const spaced = { stakes: " 2 ", years: " 7 ", price: " 400 ", costs: " 4.5 ", storage: "" };
  const sale = { years: 7, perLitreCents: 40_000, saleCostBasisPoints: 450, storageCents: 0 };
  expect(askedSale(spaced, 50)).toEqual({ stakes: 2, sale });
  for (const typed of [
    { ...valid, stakes: "1.5" },
    { ...valid, years: "2.5" },
  ])
    expect(askedSale(typed, 50)).toBeNull();
  expect(accepted).toBeGreaterThan(0);
});

it("at first one stake is asked about, at the price a litre has today", () => {
  const { typed, asked, errors } = readAskedSale(new URLSearchParams(), cask);
  expect(typed).toEqual({ stakes: "1", years: "3", price: "246", costs: "5", storage: "" });
  expect(asked).toEqual({
    stakes: 1,
    sale: { years: 3, perLitreCents: 24_600, saleCostBasisPoints: 500, storageCents: 0 },
  });
  expect(errors).toEqual({});
});
