import { describe, expect, it } from "vitest";
import { certificateLate } from "~/domain/certificate-late";
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
import { formatInstant, utcTime } from "~/domain/calendar-date";
import { payoutDue } from "~/domain/payout-due";

const HOUR_MS = 3_600_000;
const T = 1_795_335_487_179;

describe("a payout", () => {
  it.each([
    ["a millisecond before its hold ends", -1, { state: "waits" }],
    ["when its hold ends", 0, { state: "due", hours: 24 }],
    ["a millisecond later", 1, { state: "due", hours: 23 }],
    ["an hour before the promise", 23 * HOUR_MS, { state: "due", hours: 1 }],
    ["in its last hour", 23 * HOUR_MS + 1, { state: "due", hours: 0 }],
    ["at the end of the promise", 24 * HOUR_MS, { state: "due", hours: 0 }],
    ["a millisecond late", 24 * HOUR_MS + 1, { state: "late", hours: 0 }],
    ["an hour late", 25 * HOUR_MS, { state: "late", hours: 1 }],
  ])("%s", (_, sinceMs, due) => {
    expect(payoutDue(T, T + sinceMs)).toEqual(due);
  });
});

describe("a certificate that is not issued", () => {
  it.each([
    [48 * HOUR_MS - 1, null],
    [48 * HOUR_MS, 0],
    [49 * HOUR_MS - 1, 0],
    [49 * HOUR_MS, 1],
    [148 * HOUR_MS, 100],
  ])("%i ms after the purchase is late by %j hours", (sinceMs, hours) => {
    expect(certificateLate(T, T + sinceMs)).toBe(hours);
  });
});

it("a checkout's session is as long as the card provider demands, and ends five minutes before our hold", () => {
  expect(SESSION_LIFETIME_MS).toBe(30 * 60_000);
  expect(HOLD_LIFETIME_MS - SESSION_LIFETIME_MS).toBe(5 * 60_000);
});

it("a payment can be finished until its session or its hold ends, told in minutes that have begun, at least one", () => {
  const left = (sinceMs: number, expiresAtMs = T + HOLD_LIFETIME_MS) =>
    checkoutMinutesLeft({ createdAtMs: T, expiresAtMs }, T + sinceMs);
  expect([0, 1, 59_999, 60_000, 29 * 60_000, 31 * 60_000].map((sinceMs) => left(sinceMs))).toEqual([
    30, 30, 30, 29, 1, 1,
  ]);
  expect(left(60_000, T + 10 * 60_000)).toBe(9);
});

describe("the address of a closed account", () => {
  it("is told from any other", () => {
    expect(closedAddress("usr_1")).toBe("usr_1@closed.invalid");
    expect(isClosedAddress(closedAddress("usr_1"))).toBe(true);
    expect([null, "a@closed.invalid.com", "a@example.com"].map(isClosedAddress)).toEqual([false, false, false]);
  });
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

  it("has looked a second time within 5 s, so that one slow answer breaks no promise", () => {
    const first = [nextLook("/p?id=1", 0), nextLook("/p?id=1", 1)];
    const seconds = (all: string[]) => all.reduce((sum, one) => sum + Number(one.split(";")[0]), 0);
    expect(seconds(first.map(({ refresh }) => refresh))).toBeLessThan(5);
    expect(seconds(first.map(({ reload }) => reload))).toBeLessThan(5);
  });

  it.each([
    [null, 0],
    ["", 0],
    ["x", 0],
    ["Infinity", 0],
    ["-3", 0],
    ["2.9", 2],
    ["20", 20],
    ["21", 20],
  ])("reads from its address how often it has: %j", (text, looks) => {
    expect(readLooks(text)).toBe(looks);
  });
});
