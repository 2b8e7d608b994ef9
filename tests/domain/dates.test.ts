import fc from "fast-check";
import { expect, it, describe } from "vitest";
import {
  dateOf,
  formatDate,
  formatDayMonth,
  formatMonth,
  formatPeriod,
  isCalendarDate,
  formatInstant,
  utcTime,
} from "~/domain/calendar-date";
import { instantsOf, isPeriod, yearsOf, periodName, periodOf } from "~/domain/statement-period";
import { supportDue, supportDueMs } from "~/domain/support-due";
import {
  checkoutMinutesLeft,
  HOLD_LIFETIME_MS,
  LOOK_PAUSES_MS,
  nextLook,
  readLooks,
  SESSION_LIFETIME_MS,
  SLOWEST_LOOK_MS,
} from "~/domain/checkout-window";
import { closedAddress, isClosedAddress } from "~/domain/closed-account";

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

it("tells a calendar date that exists from anything else", () => {
  const others = ["2026-02-29", "2026-13-01", "0999-01-01", "x2026-02-28", "2026-02-28x", "2026-2-28", "+002026-02-28"];
  expect(["2026-02-28", ...others].filter(isCalendarDate)).toEqual(["2026-02-28"]);
});

const TODAY = "2026-11-22";
const spans = (kind: "calendar" | "india" | "uk", first: string) =>
  yearsOf(kind, first, TODAY).map(({ from, to, running }) => `${from} ${to}${running ? " so far" : ""}`);

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
  it("begins with its first day and ends after its last", () => {
    expect(instantsOf({ from: "2026-02-27", to: "2026-02-28" })).toEqual({
      fromMs: Date.parse("2026-02-27T00:00:00Z"),
      untilMs: Date.parse("2026-03-01T00:00:00Z"),
    });
  });

  it("is two days that exist", () => {
    expect(isPeriod({ from: "2026-02-29", to: "2026-03-01" }, TODAY)).toBe(false);
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

const at = (text: string) => Date.parse(`${text}Z`);
const due = (text: string) => new Date(supportDueMs(at(text))).toISOString().slice(0, 16);

describe("the promise for a request to support", () => {
  it.each([
    ["a Tuesday", "2026-11-17T10:30", "2026-11-18T10:30"],
    ["a Friday: the weekend does not count", "2026-11-20T17:00", "2026-11-23T17:00"],
    ["the last minute of a Sunday", "2026-11-22T23:59", "2026-11-24T00:00"],
  ])("of %s", (_, written, answered) => expect(due(written)).toBe(answered));

  it("is counted down in whole hours, and up once it is late", () => {
    const written = at("2026-11-17T10:30");
    expect(supportDue(written, at("2026-11-17T10:30"))).toEqual({ state: "due", hours: 24 });
    expect(supportDue(written, at("2026-11-18T10:00"))).toEqual({ state: "due", hours: 0 });
    expect(supportDue(written, at("2026-11-18T12:31"))).toEqual({ state: "late", hours: 2 });
  });
});

it("a checkout's session is as long as the card provider demands, and ends five minutes before our hold", () => {
  expect(SESSION_LIFETIME_MS).toBe(30 * 60_000);
  expect(HOLD_LIFETIME_MS - SESSION_LIFETIME_MS).toBe(5 * 60_000);
});

it("a payment can be finished until its session or its hold ends, for another minute at least", () => {
  const left = (sinceMs: number, expiresAtMs = HOLD_LIFETIME_MS) =>
    checkoutMinutesLeft({ createdAtMs: 0, expiresAtMs }, sinceMs);
  expect([left(0), left(31 * 60_000), left(60_000, 10 * 60_000)]).toEqual([30, 1, 9]);
});

it("tells the address of a closed account from any other", () => {
  expect(closedAddress("usr_1")).toBe("usr_1@closed.invalid");
  expect([closedAddress("usr_1"), null, "a@closed.invalid.com"].map(isClosedAddress)).toEqual([true, false, false]);
});

it("an instant is told in UTC, to the minute", () => {
  expect(formatInstant(Date.parse("2026-11-21T09:12:59.999Z"))).toBe("21 Nov 2026, 09:12 UTC");
  expect(utcTime(Date.parse("2026-11-21T09:12:59.999Z"))).toBe("2026-11-21T09:12:59.999Z");
});

describe("a page that waits", () => {
  it("looks again later and later, more seldom without a script", () => {
    const looks = Array.from({ length: 10 }, (_, looked) => nextLook("/p?id=1", looked));
    const seconds = (all: string[]) => all.map((one) => Number(one.split(";")[0]));
    expect(seconds(looks.map(({ refresh }) => refresh))).toEqual([1, 1, 2, 2, 3, 5, 8, 15, 30, 30]);
    expect(seconds(looks.map(({ reload }) => reload))).toEqual([2, 2, 5, 10, 20, 30, 30, 30, 30, 30]);
    expect(looks[3]).toEqual({ refresh: "2;url=/p?id=1&looks=4", reload: "10;url=/p?id=1&looks=4" });
  });

  it("asks the provider each time it looks, for the pause is a tenth of a second shorter", () => {
    const afterMs = (looked: number) => Number(nextLook("/p?id=1", looked).refresh.split(";")[0]) * 1_000;
    expect([...LOOK_PAUSES_MS, SLOWEST_LOOK_MS].map((ms) => ms + 100)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map(afterMs),
    );
  });

  it.each([
    [null, 0],
    ["", 0],
    ["x", 0],
    ["Infinity", 0],
    ["2.9", 2],
    ["21", 20],
  ])("reads from its address how often it has: %j", (text, looks) => expect(readLooks(text)).toBe(looks));
});
