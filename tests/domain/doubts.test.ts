import { describe, expect, it } from "vitest";
import { regaugeDoubt, tooMuchLiquid } from "~/domain/doubts";

describe("more liquid than a cask can hold", () => {
  it.each([
    ["barrel", 220],
    ["hogshead", 275],
    ["butt", 550],
    ["barrique", 250],
    ["rum-barrel", 220],
  ] as const)("of a %s is more than %i litres", (caskType, holds) => {
    // Half of it is alcohol.
    expect(tooMuchLiquid(caskType, 5 * holds, 500)).toBeNull();
    expect(tooMuchLiquid(caskType, 5 * (holds + 1), 500)).toEqual({ caskType, litres: holds + 1, holds });
  });

  it("is calculated at 70 % if no strength is known", () => {
    for (const abvTenths of [null, 0]) {
      expect(tooMuchLiquid("barrel", 1_540, abvTenths)).toBeNull();
      expect(tooMuchLiquid("barrel", 1_547, abvTenths)).toMatchObject({ litres: 221 });
    }
  });
});

describe("a second measurement", () => {
  const on = (day: string, loaDecilitres: number) => ({ day, loaDecilitres });
  const doubt = (loaDecilitres: number, day = "2026-03-01") =>
    regaugeDoubt(on(day, loaDecilitres), on("2025-03-01", 10_000));

  it("may be two hundredths more, and no more than that", () => {
    expect(doubt(10_200)).toBeNull();
    expect(doubt(10_201)).toBe("more");
  });

  it("may be two hundredths less on the same day, and six more a year", () => {
    expect(doubt(9_800, "2025-03-01")).toBeNull();
    expect(doubt(9_799, "2025-03-01")).toBe("much-less");
    // 365 days of a year of 365.25.
    expect(doubt(9_201)).toBeNull();
    expect(doubt(9_200)).toBe("much-less");
  });

  it("of a day before the other is not compared", () => {
    expect(doubt(20_000, "2025-02-28")).toBeNull();
    expect(doubt(1, "2025-02-28")).toBeNull();
  });
});
