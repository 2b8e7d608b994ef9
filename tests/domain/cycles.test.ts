import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths, cycleEnd, cycleStart, runningCycle } from "~/domain/cycles";

it.each([
  ["2022-05-10", 1, "2022-05-10", "2024-05-10"],
  ["2022-05-10", 2, "2024-05-10", "2026-05-10"],
  ["2024-02-29", 1, "2024-02-29", "2026-02-28"],
  ["2024-02-29", 2, "2026-02-28", "2028-02-29"],
])("of a stake bought %s: cycle %i runs from %s to %s", (purchasedOn, number, starts, ends) =>
  expect([cycleStart(purchasedOn, number), cycleEnd(purchasedOn, number)]).toEqual([starts, ends]),
);

const day = fc.integer({ min: 0, max: 73_000 }).map((days) => addDays("1990-01-01", days));
const leapDay = fc
  .integer({ min: 498, max: 540 })
  .map((n) => n * 4)
  .map((year) => (year === 2100 ? "2096-02-29" : `${year}-02-29`));
const purchase = fc.oneof({ arbitrary: day, weight: 4 }, leapDay);

describe("cycles on any date", () => {
  it("addMonths keeps the day, or takes the last day of a shorter month", () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: -600, max: 600 }), (date, months) => {
        const [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number);
        const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
        const expected = new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last)));
        expect(addMonths(date, months)).toBe(dateOf(expected.getTime()));
      }),
      { numRuns: 2000 },
    );
  });

  it("each cycle starts where the one before ends, and none drifts from the purchase date", () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: 1, max: 40 }), (date, number) => {
        expect(cycleEnd(date, number)).toBe(cycleStart(date, number + 1));
        expect(cycleEnd(date, number).slice(0, 4)).toBe(String(Number(date.slice(0, 4)) + 2 * number));
        expect(cycleEnd(date, number).slice(5, 7)).toBe(date.slice(5, 7));
      }),
      { numRuns: 1000 },
    );
  });

  it("every day lies in exactly one cycle, the one it is assigned to", () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: 0, max: 20_000 }), (date, after) => {
        const on = addDays(date, after);
        const number = runningCycle(date, on);
        expect(cycleStart(date, number) <= on && on < cycleEnd(date, number)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
