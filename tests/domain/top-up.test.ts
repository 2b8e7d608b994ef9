import { describe, expect, it } from "vitest";
import { payoutReference, readPayoutReference } from "~/domain/payout-reference";
import { TOP_UP_RANGE, topUpFor, typedTopUp, typedWholeTopUp, wiredTopUp } from "~/domain/top-up";

describe("what is paid into a wallet", () => {
  it.each([
    ["49.99", null, null],
    ["50", 5_000, 5_000],
    ["50.01", 5_001, null],
    ["10,000", 1_000_000, 1_000_000],
    ["10,000.01", null, null],
    ["fifty", null, null],
  ])("typed as %s is %j cents, in whole dollars %j", (typed, cents, wholeCents) => {
    expect([typedTopUp(typed), typedWholeTopUp(typed)]).toEqual([cents, wholeCents]);
  });

  it("has the same bounds on the wire, and says them", () => {
    expect([49.99, 50, 10_000, 10_000.01].map(wiredTopUp)).toEqual([null, 5_000, 1_000_000, null]);
    expect(TOP_UP_RANGE).toBe("$50 to $10,000");
  });

  it("for what is short is the next whole dollar within the bounds", () => {
    expect([1, 5_000, 5_001, 5_100, 1_000_000, 1_000_001].map(topUpFor)).toEqual([
      5_000, 5_000, 5_100, 5_100, 1_000_000, 1_000_000,
    ]);
  });
});

describe("the reference of a payout", () => {
  it.each([
    [payoutReference({ run: 12, place: 3 }), { run: 12, place: 3 }],
    ["NEFT/dun12r3/DUNNAGE", { run: 12, place: 3 }],
    ["DUN123456789R1234", { run: 123_456_789, place: 1_234 }],
    ["DUN1234567890R1", null],
    ["DUN1R12345", null],
    ["XDUN1R2", null],
    ["9DUN1R2", null],
    ["DUN1R2X", null],
    ["DUNR2", null],
    ["DUN1R", null],
  ])("is read from %s as %j", (text, place) => {
    expect(readPayoutReference(text)).toEqual(place);
  });
});
