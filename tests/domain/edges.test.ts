import { describe, expect, it } from "vitest";
import { lastFour, looksLikeIfsc, maskedNumber } from "~/domain/bank-hints";
import { dateOf, formatMonth, isCalendarDate } from "~/domain/calendar-date";
import { readCode } from "~/domain/certificate-code";
import { countedCents, latestValuation, type Valuation, valuedBy } from "~/domain/returns";
import { instantsOf, isPeriod, yearsOf } from "~/domain/statement-period";
import { supportDue, supportDueMs } from "~/domain/support-due";
import { isPrintable, tidy } from "~/domain/tidy-text";

// The edges of small rules: the last value on this side, and the first on the other.

describe("an account number", () => {
  it("is shown by its last four digits, of a short one by no more than half", () => {
    expect(["", "7", "12", "123", "1234567", "12345678", "9876 5432 10"].map(lastFour)).toEqual([
      ...["", "7", "2", "23", "4567", "5678", "3210"],
    ]);
    expect([maskedNumber("3210"), maskedNumber("")]).toEqual(["•••• 3210", ""]);
    expect(looksLikeIfsc("XHDFC0001234")).toBe(false);
  });
});

describe("a calendar date", () => {
  it("is written as such, alone, and exists", () => {
    expect(["2026-02-28", "2026-02-29", "2026-13-01", "0999-01-01"].map(isCalendarDate)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(
      ["x2026-02-28", "2026-02-28x", "2026-2-28", "+002026-02-28", "2026-02-28T00:00"].map(isCalendarDate),
    ).toEqual(Array(5).fill(false));
    expect(formatMonth("2026-12-05")).toBe("Dec 2026");
  });

  it("is right for each of thousands of days, again and again", () => {
    for (let round = 0; round < 2; round += 1)
      for (let day = 0; day < 2_500; day += 1) {
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        expect(dateOf(day * 86_400_000)).toBe(date);
        expect(dateOf((day + 1) * 86_400_000 - 1)).toBe(date);
      }
  });
});

it("a code is read from up to two hundred letters", () => {
  const code = readCode("abcd-2345-efgh-6789");
  expect(readCode(`abcd-2345-efgh-6789${" ".repeat(181)}`)).toBe(code);
  expect(readCode(`abcd-2345-efgh-6789${" ".repeat(182)}`)).toBe("");
});

describe("a valuation", () => {
  const of = (tier: Valuation["tier"]): Valuation =>
    ({ valuedOn: "2026-01-01", valueCents: 60_000, tier }) as Valuation;

  it("counts from its day on, but the issue price is none", () => {
    expect(latestValuation([of("modelled")], "2026-01-01")).toMatchObject({ valueCents: 60_000, tier: "modelled" });
    expect(latestValuation([of("issue")], "2026-01-01")).toBeNull();
    expect(latestValuation([of("modelled")], "2025-12-31")).toBeNull();
  });

  it("counts at its value, even zero, and without one at its cost", () => {
    expect([0, 7, null, undefined].map((cents) => countedCents(cents, 500))).toEqual([0, 7, 500, 500]);
  });

  it("is named by its day and kind, or not at all", () => {
    const valuedOn = "2026-01-01";
    expect(valuedBy({ valuedOn, tier: "modelled" })).toEqual({ valuedOn, tier: "modelled" });
    expect(valuedBy({ valuedOn: null, tier: "modelled" })).toBeNull();
    expect(valuedBy({ valuedOn, tier: null })).toBeNull();
  });
});

describe("a period", () => {
  it("begins with its first day and ends after its last", () => {
    expect(instantsOf({ from: "2026-02-27", to: "2026-02-28" })).toEqual({
      fromMs: Date.parse("2026-02-27T00:00:00Z"),
      untilMs: Date.parse("2026-03-01T00:00:00Z"),
    });
  });

  it("reaches back to the year 2000, its first day too", () => {
    expect(isPeriod({ from: "2000-01-01", to: "2000-01-01" }, "2026-01-01")).toBe(true);
    expect(isPeriod({ from: "1999-12-31", to: "2000-01-01" }, "2026-01-01")).toBe(false);
  });

  it("of a year is over on its last day", () => {
    expect(yearsOf("calendar", "2025-05-01", "2025-12-31")).toMatchObject([{ to: "2025-12-31", running: false }]);
    expect(yearsOf("calendar", "2025-05-01", "2025-12-30")).toMatchObject([{ to: "2025-12-30", running: true }]);
  });
});

it("an answer that comes as its time ends is in time", () => {
  const written = Date.parse("2026-11-17T10:30:00Z");
  expect(supportDue(written, supportDueMs(written))).toEqual({ state: "due", hours: 0 });
  expect(supportDue(written, supportDueMs(written) + 1)).toEqual({ state: "late", hours: 0 });
});

describe("a typed name", () => {
  it.each([
    [" A\u200Esha \t\n Rao\u00A0 ", "Asha Rao"],
    ["Zoe\u0308", "Zoë"],
    ["As\u200D\u200Cha\u202E \u200DRao\u{E0041}\u3164\uFE0F\uD800", "Asha Rao"],
    ["شیرین\u200Cبانو", "شیرین\u200Cبانو"],
    ["\u200Cക്\u200D", "ക്\u200D"],
  ])("is tidied of blanks and of what cannot be seen: %j", (typed, name) => {
    expect(tidy(typed)).toBe(name);
  });

  it.each(["Жанна", "Ω", "李明", "a🥃", "\u00AD", "ẹ\u0301"])(
    "with a letter that documents lack is not printable: %s",
    (name) => expect(isPrintable(name)).toBe(false),
  );

  it("in Latin letters is printable", () => {
    for (const name of [
      "",
      "O’Neil-Łuczak & Żółć",
      "Nguyễn Thị Hồng Đức",
      "Śarmā Kṛṣṇa, J. 3rd",
      "Bond “3” – €5 ½",
      "Ñandú Ğül Þór",
    ])
      expect(isPrintable(name), name).toBe(true);
  });
});
