import { describe, expect, it } from "vitest";
import {
  firstHourEnd,
  isFirstHour,
  isLaunching,
  isNewAccount,
  isStillShown,
  msToOpening,
  newSinceMs,
} from "~/domain/first-hour";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY = "2026-11-22";
const MIDNIGHT = Date.parse(DAY);

describe("the first hour of a cask", () => {
  it.each([
    ["an hour and a millisecond before it opens", -HOUR_MS - 1, { isFirst: false, isLaunching: false }],
    ["an hour before it opens", -HOUR_MS, { isFirst: false, isLaunching: true }],
    ["a millisecond before it opens", -1, { isFirst: false, isLaunching: true }],
    ["as it opens", 0, { isFirst: true, isLaunching: true }],
    ["in its last millisecond", HOUR_MS - 1, { isFirst: true, isLaunching: true }],
    ["when it is over", HOUR_MS, { isFirst: false, isLaunching: false }],
    ["at the end of its day", DAY_MS - 1, { isFirst: false, isLaunching: false }],
    ["in the same hour of the next day", DAY_MS, { isFirst: false, isLaunching: false }],
  ])("%s", (_, sinceMs, expected) => {
    const nowMs = MIDNIGHT + sinceMs;
    expect({ isFirst: isFirstHour(DAY, nowMs), isLaunching: isLaunching(DAY, nowMs) }).toEqual(expected);
  });

  it("ends an hour after midnight, of any day", () => {
    for (const sinceMs of [0, 1, HOUR_MS - 1]) expect(firstHourEnd(MIDNIGHT + sinceMs)).toBe(MIDNIGHT + HOUR_MS);
    for (const sinceMs of [HOUR_MS, 12 * HOUR_MS, DAY_MS - 1]) expect(firstHourEnd(MIDNIGHT + sinceMs)).toBeNull();
  });

  it("is waited for from a day before", () => {
    expect(msToOpening(DAY, MIDNIGHT - DAY_MS - 1)).toBeNull();
    expect(msToOpening(DAY, MIDNIGHT - DAY_MS)).toBe(DAY_MS);
    expect(msToOpening(DAY, MIDNIGHT - 1)).toBe(1);
    expect(msToOpening(DAY, MIDNIGHT)).toBeNull();
  });
});

it("an account is new for a week", () => {
  expect(newSinceMs(MIDNIGHT)).toBe(MIDNIGHT - 7 * DAY_MS);
  expect(isNewAccount(MIDNIGHT - 7 * DAY_MS + 1, MIDNIGHT)).toBe(true);
  expect(isNewAccount(MIDNIGHT - 7 * DAY_MS, MIDNIGHT)).toBe(false);
});

it("what was read of a launching cask is shown for five seconds; then one reads it again, and the others have a second more of the old", () => {
  const kept = { readAtMs: MIDNIGHT };
  expect(isStillShown(kept, MIDNIGHT + 4_999)).toBe(true);
  expect(isStillShown(kept, MIDNIGHT + 5_000)).toBe(false);
  expect(isStillShown(kept, MIDNIGHT + 5_000)).toBe(true);
  expect(isStillShown(kept, MIDNIGHT + 5_999)).toBe(true);
  // Whoever read it did not come to an end.
  expect(isStillShown(kept, MIDNIGHT + 6_000)).toBe(false);
});
