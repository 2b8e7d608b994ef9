import fc from "fast-check";
import { expect, it } from "vitest";
import { dateOf, formatDate, formatDayMonth, formatMonth, formatPeriod } from "~/domain/calendar-date";

it("tells the date of any instant, however many were asked for before", () => {
  const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 86_399_999 }), (atMs, laterMs) => {
      expect(dateOf(atMs)).toBe(new Date(atMs).toISOString().slice(0, 10));
      expect(dateOf(atMs + laterMs)).toBe(new Date(atMs + laterMs).toISOString().slice(0, 10));
    }),
    { numRuns: 3_000 },
  );
  expect(() => dateOf(Number.NaN)).toThrow(RangeError);
});

it("writes dates as people read them", () => {
  const year = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  expect(year.map((_, at) => formatDate(`2026-${String(at + 1).padStart(2, "0")}-05`))).toEqual(
    year.map((month) => `5 ${month} 2026`),
  );
  expect(["2026-12-05", "2026-12-15"].map(formatDayMonth)).toEqual(["5 Dec", "15 Dec"]);
  expect(formatMonth("2026-12")).toBe("Dec 2026");
  expect(formatMonth("2026-12-05")).toBe("Dec 2026");
});

it("names the year of a period once where both its days are in it", () => {
  expect(formatPeriod("2026-07-23", "2026-10-23")).toBe("23 Jul to 23 Oct 2026");
  expect(formatPeriod("2025-12-23", "2026-01-03")).toBe("23 Dec 2025 to 3 Jan 2026");
});
