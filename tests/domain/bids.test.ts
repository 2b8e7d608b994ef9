import { describe, expect, it } from "vitest";
import { BID_RULE, closeOf, REMINDED_BEFORE_MS, resultOf } from "~/domain/bids";

describe("the result of a vote", () => {
  it.each([
    ["half voted, all of them accept", { issued: 10, accepted: 5, declined: 0 }, "accepted"],
    ["less than half voted", { issued: 11, accepted: 5, declined: 0 }, "expired"],
    ["exactly two thirds accept", { issued: 6, accepted: 4, declined: 2 }, "accepted"],
    ["just below two thirds accept", { issued: 100, accepted: 66, declined: 34 }, "refused"],
    ["nobody voted", { issued: 3, accepted: 0, declined: 0 }, "expired"],
    ["nothing is issued", { issued: 0, accepted: 0, declined: 0 }, "expired"],
    ["all decline", { issued: 3, accepted: 0, declined: 3 }, "refused"],
  ] as const)("%s", (_, counts, result) => expect(resultOf(counts, BID_RULE)).toBe(result));

  it.each([
    [1, "expired"],
    [2, "accepted"],
  ] as const)("needs two thirds of three, where that is its rule: %i is %s", (accepted, result) =>
    expect(resultOf({ issued: 3, accepted, declined: 0 }, { ...BID_RULE, votedParts: 2, votedWhole: 3 })).toBe(result),
  );
});

describe("when a bid closes", () => {
  it("and its holders are reminded three days before", () =>
    expect(closeOf("2026-12-04") - REMINDED_BEFORE_MS).toBe(closeOf("2026-12-01")));
  it("at noon, UTC", () => expect(closeOf("2026-12-01")).toBe(Date.UTC(2026, 11, 1, 12)));
});
