import { describe, expect, it } from "vitest";
import { typedCents, typedTenths, typedWhole } from "~/areas/casks/typed-values";
import {
  centsToWire,
  formatChange,
  formatDollarFigure,
  formatUsd,
  formatUsdShort,
  plainDollars,
  typedToCents,
  wireToCents,
} from "~/domain/money";

describe("money", () => {
  it.each([
    [0, "$0.00"],
    [5, "$0.05"],
    [125_000, "$1,250.00"],
    [123_456_789, "$1,234,567.89"],
    [-5, "\u2212$0.05"],
  ])("formats %i cents as %s", (cents, text) => expect(formatUsd(cents)).toBe(text));

  it("writes whole dollars without decimals, and other amounts with two", () => {
    expect(formatDollarFigure(1000)).toBe("10");
    expect(formatDollarFigure(1050)).toBe("10.50");
  });

  it.each([0, 0.1, 0.29, 1.15, 69.1, 1234567.89])("converts %d from the wire to cents and back exactly", (dollars) => {
    const cents = wireToCents(dollars);
    expect(cents).not.toBeNull();
    expect(centsToWire(cents ?? 0)).toBe(dollars);
  });

  it.each([0.001, 1.005, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e300])("refuses %d", (dollars) =>
    expect(wireToCents(dollars)).toBeNull(),
  );

  it.each([
    [13_910, "+$139.10"],
    [1, "+$0.01"],
    [0, "$0.00"],
    [-12_000, "\u2212$120.00"],
  ])("tells a change of %i cents as %s", (cents, text) => expect(formatChange(cents)).toBe(text));

  it("writes plain dollars with two decimals, always", () =>
    expect([0, 5, 100, 125_050].map(plainDollars)).toEqual(["0.00", "0.05", "1.00", "1250.50"]));

  it.each([
    [99_950, "$999.5"],
    [250_000, "$2.5k"],
    [99_999_900, "$1000k"],
    [100_000_000, "$1M"],
    [125_000_000, "$1.25M"],
  ])("writes %i cents on an axis as %s", (cents, text) => expect(formatUsdShort(cents)).toBe(text));

  it.each([
    ["0", 0],
    [" 1250 ", 125_000],
    ["$1,250.50", 125_050],
    ["$ 12", 1_200],
    ["12.5", 1_250],
    ["1,234,567.89", 123_456_789],
    ["999999999999", 99_999_999_999_900],
    ["1,00,000", 10_000_000],
    ["1,23,456.78", 12_345_678],
  ])("reads %j as people type it", (text, cents) => expect(typedToCents(text)).toBe(cents));

  it.each([
    "",
    "x",
    "-1",
    "1.",
    ".5",
    "1.234",
    "1.x",
    "1.5.5",
    "$$1",
    "$  1",
    "1e3",
    "1 2",
    "x1",
    "1x",
    "1234567890123",
    "12,50",
    "1,2345",
    "1234,567",
    "1,abc",
    "1,234,",
    "1,23",
    "123,45,678",
    "1,0,000",
    "1,00,00",
  ])("refuses %j", (text) => expect(typedToCents(text)).toBeNull());
});

it.each([
  [typedCents, "1,00,000", 10_000_000],
  [typedWhole, "1,000", 1_000],
  [typedTenths, "1,234.5", 12_345],
  [typedWhole, "1,0000", null],
  [typedWhole, "10.0", null],
  [typedTenths, "123,4", null],
  [typedTenths, "1.23", null],
])("a figure with commas is read by thousands, or as in India: %#", (schema, typed, read) =>
  expect(schema("Figure", { from: 0, to: 100_000_000 }).safeParse(typed).data ?? null).toBe(read),
);
