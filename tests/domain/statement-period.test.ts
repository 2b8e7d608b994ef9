import { describe, expect, it } from "vitest";
import { instantsOf, isPeriod, periodName, periodOf, yearsOf } from "~/domain/statement-period";

const TODAY = "2026-11-22";
const spans = (kind: "calendar" | "india" | "uk", first: string, today = TODAY) =>
  yearsOf(kind, first, today).map(({ from, to, running }) => `${from} ${to}${running ? " so far" : ""}`);

describe("the years of a statement", () => {
  it("are those since the first day, the present one up to today", () => {
    expect(spans("calendar", "2024-07-01")).toEqual([
      "2026-01-01 2026-11-22 so far",
      "2025-01-01 2025-12-31",
      "2024-01-01 2024-12-31",
    ]);
    expect(spans("india", "2025-03-31")).toEqual([
      "2026-04-01 2026-11-22 so far",
      "2025-04-01 2026-03-31",
      "2024-04-01 2025-03-31",
    ]);
    expect(spans("uk", "2025-04-06")).toEqual(["2026-04-06 2026-11-22 so far", "2025-04-06 2026-04-05"]);
  });

  it("change over on their own day", () => {
    expect(spans("india", "2026-03-31", "2026-03-31")).toEqual(["2025-04-01 2026-03-31"]);
    expect(spans("india", "2026-04-01", "2026-04-01")).toEqual(["2026-04-01 2026-04-01 so far"]);
    expect(spans("uk", "2026-04-05", "2026-04-05")).toEqual(["2025-04-06 2026-04-05"]);
    expect(spans("uk", "2026-04-06", "2026-04-06")).toEqual(["2026-04-06 2026-04-06 so far"]);
    expect(spans("calendar", "2026-12-31", "2026-12-31")).toEqual(["2026-01-01 2026-12-31"]);
  });

  it("follow one another without a gap, leap years too", () => {
    for (const kind of ["calendar", "india", "uk"] as const) {
      const years = yearsOf(kind, "2000-02-29", TODAY);
      expect(years.length).toBeGreaterThan(25);
      for (const [index, year] of years.slice(1).entries())
        expect(instantsOf(year).untilMs).toBe(instantsOf(years[index] ?? year).fromMs);
    }
  });
});

describe("a period", () => {
  it("is two days that exist, in order, and not in the future", () => {
    expect(isPeriod({ from: TODAY, to: TODAY }, TODAY)).toBe(true);
    expect(isPeriod({ from: "2026-11-22", to: "2026-11-21" }, TODAY)).toBe(false);
    expect(isPeriod({ from: "2026-01-01", to: "2026-11-23" }, TODAY)).toBe(false);
    expect(isPeriod({ from: "2026-02-29", to: "2026-03-01" }, TODAY)).toBe(false);
    expect(isPeriod({ from: "1999-12-31", to: "2026-03-01" }, TODAY)).toBe(false);
    expect(isPeriod({ from: "", to: "" }, TODAY)).toBe(false);
  });

  it("is read from its name, and from nothing else", () => {
    const period = { from: "2025-04-01", to: "2026-03-31" };
    expect(periodOf(periodName(period), TODAY)).toEqual(period);
    for (const name of [
      "",
      "2025-04-01",
      "2025-04-01--",
      "2025-04-01--2026-03-31--",
      "2026-03-31--2025-04-01",
      "../--..",
    ])
      expect(periodOf(name, TODAY), name).toBeNull();
  });
});
