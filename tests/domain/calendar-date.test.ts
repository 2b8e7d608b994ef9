import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";

it("tells the date of any instant, however many were asked for before", () => {
  const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 86_399_999 }), (atMs, laterMs) => {
      expect(dateOf(atMs)).toBe(new Date(atMs).toISOString().slice(0, 10));
      expect(dateOf(atMs + laterMs)).toBe(new Date(atMs + laterMs).toISOString().slice(0, 10));
    }),
    { numRuns: 3_000, seed: inject("seed") },
  );
  expect(() => dateOf(Number.NaN)).toThrow(RangeError);
});
