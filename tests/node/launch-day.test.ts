import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { effort } from "../support/effort";
import { launchDay, sumUp, WAYS } from "../../scripts/launch/launch-day.mjs";

// The model of a launch day sells what there is and tells everybody something, whatever the day is like.

const options = fc.record({
  seed: fc.nat(),
  buyers: fc.integer({ min: 1, max: 300 }),
  stakes: fc.integer({ min: 0, max: 60 }),
  withinMs: fc.integer({ min: 1, max: 60_000 }),
  startMs: fc.constantFrom(0.5, 3, 200),
});

describe.each(WAYS)("a launch day on %s", (way) => {
  it("never sells more than there is, and each buyer ends in one way", () => {
    fc.assert(
      fc.property(options, (given) => {
        const day = launchDay(way, given);
        expect(day.sold).toBeLessThanOrEqual(given.stakes);
        expect(day.buyers.filter(({ end }) => end === "bought")).toHaveLength(day.sold);
        expect(day.buyers.filter(({ end }) => end === null)).toEqual([]);
        const { sold, soldOut, left, turnedAway } = sumUp(day);
        expect(sold + soldOut + left + turnedAway).toBe(given.buyers);
      }),
      { numRuns: effort(25, 200) },
    );
  });

  it("is the same for the same seed, and another for another", () => {
    const told = (seed: number) => JSON.stringify(launchDay(way, { seed, buyers: 200, stakes: 20 }).buyers);
    expect(told(7)).toBe(told(7));
    expect(told(7)).not.toBe(told(8));
  });
});

it("turns buyers away when one database has more to do than it can, and none behind an object that gives out stakes", () => {
  const day = (way: string) => sumUp(launchDay(way, { buyers: 5_000, stakes: 50, startMs: 40 }));
  expect(day("one-database").turnedAway).toBeGreaterThan(0);
  expect(day("object-per-cask").turnedAway).toBe(0);
});
