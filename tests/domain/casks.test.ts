import { describe, expect, it } from "vitest";
import { availableStakes, caskStage, type CaskStage, isOver } from "~/domain/cask-stage";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import { type RecordedValue, whySecond } from "~/domain/second-person";
import fc from "fast-check";
import { addDays } from "~/domain/calendar-date";
import { errorOf, type JudgedValue, recordOf } from "~/domain/value-record";

const cask = { launchesOn: "2026-03-01", closesOn: "2026-03-31", totalStakes: 10, soldStakes: 4 };

describe("the stage of a cask", () => {
  it.each(["2026-02-28", "2026-03-15", "2026-04-01"])("is 'sold out' whatever the window says, on %s", (today) =>
    expect(caskStage({ ...cask, soldStakes: 10 }, today)).toBe("sold-out"),
  );

  it.each(["2026-02-28", "2026-03-15"])("has ended once it was sold as a whole, on %s", (today) => {
    expect(caskStage({ ...cask, endedOn: "2026-02-20" }, today)).toBe("ended");
    expect(caskStage({ ...cask, soldStakes: 10, endedOn: "2026-02-20" }, today)).toBe("ended");
  });

  it.each<[CaskStage, boolean]>([
    ["upcoming", false],
    ["open", false],
    ["sold-out", false],
    ["closed", true],
    ["ended", true],
  ])("%s: its sale is over: %j", (stage, over) => expect(isOver(stage)).toBe(over));

  it("counts total minus sold as available, and never less than zero", () => {
    expect(availableStakes(cask)).toBe(6);
    expect(availableStakes({ totalStakes: 3, soldStakes: 3 })).toBe(0);
    expect(availableStakes({ totalStakes: 3, soldStakes: 5 })).toBe(0);
  });
});

it("counts the newest confirmation whose place none has taken", () => {
  const of = (issuedOn: string, more: object = {}) => ({
    kind: "warehouse-confirmation",
    issuedOn,
    replaced: false,
    ...more,
  });
  const older = [of("2026-03-01"), of("2026-01-01")];
  expect(confirmedIn([of("2026-05-01", { replaced: true }), of("2026-06-01", { kind: "gauge" }), ...older])).toBe(
    "2026-03-01",
  );
  expect(confirmedIn([])).toBeNull();
  expect(confirmedAge(null, "2026-11-22")).toEqual({ confirmedOn: null, state: "never", days: 0 });
});

const entry = (valuedOn: string, valueCents: number, more: Partial<RecordedValue> = {}): RecordedValue => ({
  valuedOn,
  valueCents,
  alone: false,
  corrected: false,
  ...more,
});
const why = (entries: RecordedValue[], valueCents: number, valuedOn = "2026-06-01") =>
  whySecond(entries, { valuedOn, valueCents, priceCents: 1_000 });

describe("a valuation needs a second person", () => {
  it("if it is more than a tenth above the last value, or the price where there is none", () => {
    const entries = [entry("2026-01-01", 1_000), entry("2026-05-01", 2_000)];
    expect([why(entries, 2_200), why(entries, 2_201), why(entries, 1)]).toEqual([[], ["raised"], []]);
    expect([why([], 1_100), why([], 1_101)]).toEqual([[], ["raised"]]);
    expect(why([entry("2026-05-01", 0)], 1)).toEqual(["raised"]);
  });

  it("if small steps come to more than a tenth of what two had seen, however slow they are; what two saw starts again", () => {
    const alone = { alone: true };
    for (const on of ["2026-05-02", "2022-05-02"]) {
      const steps = [entry("2022-05-01", 1_000), entry(on, 1_090, alone)];
      expect([why(steps, 1_100), why(steps, 1_101)], on).toEqual([[], ["raised"]]);
    }
    expect(why([entry("2026-05-01", 1_000), entry("2026-05-02", 1_900)], 2_090)).toEqual([]);
    // Nor is what fell raised again by one operator, step by step.
    const fell = [entry("2022-05-01", 1_000), entry("2025-05-01", 500, alone), entry("2026-05-01", 550, alone)];
    expect([why(fell, 550), why(fell, 551)]).toEqual([[], ["raised"]]);
    expect([why([entry("2026-05-01", 500, alone)], 550), why([entry("2026-05-01", 500, alone)], 551)]).toEqual([
      [],
      ["raised"],
    ]);
  });

  it("if it is dated before an earlier entry, corrected or not; corrected ones say nothing of the value", () => {
    const entries = [entry("2026-05-01", 1_000), entry("2026-06-02", 9_000, { corrected: true })];
    expect([why(entries, 1_000), why(entries, 1_101, "2026-06-02")]).toEqual([["backdated"], ["raised"]]);
    expect(why(entries, 5_000)).toEqual(["backdated", "raised"]);
  });
});

const SOLD = "2026-06-01";
const judged = (
  valueCents: number,
  netCents: number,
  days = 100,
  tier: JudgedValue["tier"] = "opinion",
): JudgedValue => ({ tier, valueCents, netCents, soldOn: SOLD, valuedOn: addDays(SOLD, -days) });
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
      tier: "all",
      fromDays: null,
      values: 5,
      medianPoints: 1000,
      biasPoints: 500,
      worstPoints: 5000,
    });
  });

  it("tells a value too high from one too low by the sign, and names the one too high where two are equally far off", () => {
    expect([errorOf(1000, 800), errorOf(1000, 1200), errorOf(300, 299)]).toEqual([-2000, 2000, -34]);
    expect(allOf([judged(1000, 1200), judged(1000, 800)]).worstPoints).toBe(-2000);
    expect(allOf([judged(1000, 800), judged(1000, 1200)]).worstPoints).toBe(-2000);
  });

  it("leaves out values of nothing", () => {
    expect([errorOf(0, 800), errorOf(-1, 800)]).toEqual([null, null]);
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

  it("does not improve if a stake brings less than its value, and misses every value that is left out", () => {
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
});
