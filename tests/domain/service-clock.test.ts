import { describe, expect, it } from "vitest";
import { measureWaits } from "~/domain/service-clock";

describe("the service clock", () => {
  const waits = (...hours: number[]) => hours.map((hour) => ({ tookMs: hour * 3_600_000, late: hour > 24 }));
  it("says nothing of fewer than five, and median, slowest and late of more", () => {
    expect(measureWaits(waits(1, 2, 3, 4))).toEqual({ count: 4, figures: null });
    expect(measureWaits(waits(50, 1, 2, 30, 3, 4))).toEqual({
      count: 6,
      figures: { medianMs: 4 * 3_600_000, slowestMs: 50 * 3_600_000, late: 2 },
    });
  });
});
