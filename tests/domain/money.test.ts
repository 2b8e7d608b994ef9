import { describe, expect, it } from "vitest";
import { centsToWire, formatDollarFigure, formatUsd, wireToCents } from "~/domain/money";

describe("money", () => {
  it.each([
    [0, "$0.00"],
    [5, "$0.05"],
    [125_000, "$1,250.00"],
    [123_456_789, "$1,234,567.89"],
    [-5, "\u2212$0.05"],
  ])("formats %i cents as %s", (cents, text) => {
    expect(formatUsd(cents)).toBe(text);
  });

  it("writes whole dollars without decimals, and other amounts with two", () => {
    expect(formatDollarFigure(1000)).toBe("10");
    expect(formatDollarFigure(1050)).toBe("10.50");
  });

  it.each([0.1, 0.29, 1.15, 69.1, 1234567.89])("converts %d from the wire to cents and back exactly", (dollars) => {
    const cents = wireToCents(dollars);
    expect(cents).not.toBeNull();
    expect(centsToWire(cents ?? 0)).toBe(dollars);
  });

  it.each([0.001, 1.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])("refuses %d", (dollars) => {
    expect(wireToCents(dollars)).toBeNull();
  });
});
