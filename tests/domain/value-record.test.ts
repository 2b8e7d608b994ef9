import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar-date";
import { errorOf, isJudged, type JudgedValue, recordOf } from "~/domain/value-record";

const SOLD = "2026-06-01";
const judged = (
  valueCents: number,
  netCents: number,
  days = 100,
  tier: JudgedValue["tier"] = "opinion",
): JudgedValue => ({
  ...{ tier, valueCents, netCents, soldOn: SOLD, valuedOn: addDays(SOLD, -days) },
});
const any = fc.record({
  valueCents: fc.integer({ min: 1, max: 10_000_000 }),
  netCents: fc.nat(10_000_000),
  days: fc.integer({ min: 1, max: 4_000 }),
  tier: fc.constantFrom("issue", "measured", "modelled", "opinion" as const),
});
const values = fc.array(
  any.map(({ valueCents, netCents, days, tier }) => judged(valueCents, netCents, days, tier)),
  { minLength: 1, maxLength: 30 },
);
const allOf = (list: JudgedValue[]) => recordOf(list)[0] ?? expect.fail();

describe("the record of published values", () => {
  it("is that of the five values a reader can compute by hand", () => {
    // Brought 20% less, 10% less, as much, 5% more, 50% more.
    const five = [judged(1000, 800), judged(1000, 900), judged(1000, 1000), judged(1000, 1050), judged(1000, 1500)];
    expect(allOf(five)).toEqual({
      ...{ tier: "all", fromDays: null, values: 5, medianPoints: 1000, biasPoints: 500, worstPoints: 5000 },
    });
  });

  it("tells a value too high from one too low by the sign, and names the one too high where two are equally far off", () => {
    expect([errorOf(1000, 800), errorOf(1000, 1200), errorOf(300, 299)]).toEqual([-2000, 2000, -34]);
    expect(allOf([judged(1000, 1200), judged(1000, 800)]).worstPoints).toBe(-2000);
    expect(allOf([judged(1000, 800), judged(1000, 1200)]).worstPoints).toBe(-2000);
  });

  it("has nothing of a value of nothing, nor of one of the day of the sale", () => {
    expect([errorOf(0, 800), errorOf(-1, 800)]).toEqual([null, null]);
    expect([judged(0, 800), judged(1000, 800, 0), judged(1000, 800, 1)].map(isJudged)).toEqual([false, false, true]);
    expect(recordOf([judged(0, 800), judged(1000, 800, 0)])).toEqual([]);
  });

  it("has those of all ages first, then the younger values before the older ones", () => {
    const record = recordOf([800, 400, 100].map((days) => judged(1000, 900, days)));
    const ages = record.filter(({ tier }) => tier === "opinion").map(({ fromDays }) => fromDays ?? -1);
    expect(ages[0]).toBe(-1);
    expect(ages.length).toBeGreaterThan(2);
    expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  });

  it("has a line for each basis and age, and each value in exactly four of them", () => {
    fc.assert(
      fc.property(values, (list) => {
        const record = recordOf(list);
        const sum = (isIn: (line: (typeof record)[number]) => boolean) =>
          record.filter(isIn).reduce((all, line) => all + line.values, 0);
        expect(allOf(list).values).toBe(list.length);
        expect(sum(({ tier, fromDays }) => tier === "all" && fromDays !== null)).toBe(list.length);
        expect(sum(({ tier, fromDays }) => tier !== "all" && fromDays === null)).toBe(list.length);
        expect(sum(({ tier, fromDays }) => tier !== "all" && fromDays !== null)).toBe(list.length);
      }),
    );
  });

  it("does not depend on the order, and neither median nor bias is beyond the worst", () => {
    fc.assert(
      fc.property(values, (list) => {
        expect(recordOf(list.toReversed())).toEqual(recordOf(list));
        for (const { medianPoints, biasPoints, worstPoints } of recordOf(list)) {
          expect(medianPoints).toBeLessThanOrEqual(Math.abs(worstPoints));
          expect(Math.abs(biasPoints)).toBeLessThanOrEqual(Math.abs(worstPoints) + 1);
        }
      }),
    );
  });

  it("gets no better if a stake brings less than its value, and no value is left out without being missed", () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, at) => {
        const index = at % list.length;
        const worse = list.map((one, place) =>
          place === index ? { ...one, netCents: Math.floor(one.netCents / 2) } : one,
        );
        expect(allOf(worse).biasPoints).toBeLessThanOrEqual(allOf(list).biasPoints);
        expect(recordOf(list.filter((_, place) => place !== index))).not.toEqual(recordOf(list));
      }),
    );
  });

  it("judges no value of the day of the sale or later, and none of nothing", () => {
    expect(recordOf([judged(1000, 900, 0), judged(1000, 900, -3), judged(0, 900)])).toEqual([]);
    expect(recordOf([])).toEqual([]);
  });

  it("knows the age of a value by the day", () => {
    const agesOf = (days: number) => recordOf([judged(1000, 900, days)]).map(({ fromDays }) => fromDays);
    expect([1, 182, 183, 365, 366, 730, 731].map((days) => agesOf(days)[1])).toEqual([0, 0, 183, 183, 366, 366, 731]);
  });
});
