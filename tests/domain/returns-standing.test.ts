import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priorityStanding, type Standing, standingOf, withdrawableCycle } from "~/domain/returns";
import { at, issue, stake, taken } from "../support/stakes";

describe("a stake", () => {
  const grown = [issue, at("2024-05-10", 60_000), at("2026-05-10", 65_000)];

  it("waits for the end of its first cycle", () => {
    expect(standingOf(stake({ valuations: [issue, at("2023-01-01", 52_000)] }), "2024-05-09")).toEqual({
      stakeId: "stk_1",
      status: "running",
      isWithdrawable: false,
      currentCycleNumber: 1,
      returnCents: 2_000,
      interestBasisPoints: 400,
      valuedOn: "2023-01-01",
      tier: "measured",
      daysSincePurchase: 730,
      daysRemainingToWithdraw: 1,
    });
  });

  it("offers the oldest cycle first", () => {
    const first = standingOf(stake({ valuations: grown }), "2026-06-01");
    expect(first).toMatchObject({ currentCycleNumber: 1, returnCents: 10_000, interestBasisPoints: 2000 });
    const second = standingOf(stake({ valuations: grown, taken: [taken(1, "paid")] }), "2026-06-01");
    expect(second).toMatchObject({ status: "ready", currentCycleNumber: 2, returnCents: 5_000 });
  });

  it("moves on to the next ended cycle while an earlier one is in progress", () => {
    const one = standingOf(stake({ valuations: grown, taken: [taken(1, "progress")] }), "2026-06-01");
    expect(one).toMatchObject({ status: "ready", currentCycleNumber: 2 });
  });

  it("is in progress with the requested amount", () => {
    const one = standingOf(stake({ valuations: grown, taken: [taken(1, "progress", 9_999)] }), "2024-06-01");
    expect(one).toMatchObject({
      status: "progress",
      isWithdrawable: false,
      currentCycleNumber: 1,
      returnCents: 9_999,
      interestBasisPoints: 2000,
    });
  });

  it("shows the older of two cycles in progress", () => {
    const both = [taken(2, "progress", 5_000), taken(1, "progress", 10_000)];
    for (const order of [both, [...both].reverse()]) {
      expect(standingOf(stake({ valuations: grown, taken: order }), "2026-06-01")).toMatchObject({
        status: "progress",
        currentCycleNumber: 1,
        returnCents: 10_000,
      });
    }
  });

  it("is not paid when only an earlier cycle was paid", () => {
    const lost = [issue, at("2024-05-10", 60_000), at("2026-05-10", 55_000)];
    const one = standingOf(stake({ valuations: lost, taken: [taken(1, "paid")] }), "2026-06-01");
    expect(one).toMatchObject({ status: "running", currentCycleNumber: 3 });
  });

  it("stays paid until the next cycle ends", () => {
    const one = standingOf(stake({ valuations: grown, taken: [taken(1, "paid")] }), "2024-06-01");
    expect(one).toMatchObject({ status: "paid", currentCycleNumber: 2, returnCents: 0, daysRemainingToWithdraw: 708 });
  });

  it("offers nothing for a cycle without a return or without a valuation", () => {
    expect(withdrawableCycle(stake({ valuations: [issue, at("2024-05-01", 49_000)] }), "2024-06-01")).toBeNull();
    expect(withdrawableCycle(stake(), "2024-06-01")).toBeNull();
    expect(standingOf(stake(), "2024-06-01")).toMatchObject({
      status: "running",
      currentCycleNumber: 2,
      returnCents: null,
    });
  });
});

describe("the stake that comes first", () => {
  const standing = (stakeId: string, more: Partial<Standing> = {}): Standing => ({
    stakeId,
    tier: null,
    status: "running",
    isWithdrawable: false,
    currentCycleNumber: 1,
    returnCents: null,
    interestBasisPoints: null,
    valuedOn: null,
    daysSincePurchase: 100,
    daysRemainingToWithdraw: 600,
    ...more,
  });
  const ready = (id: string, daysSincePurchase: number) =>
    standing(id, { status: "ready", isWithdrawable: true, daysSincePurchase, daysRemainingToWithdraw: 0 });
  const progress = (id: string, daysSincePurchase = 800) => standing(id, { status: "progress", daysSincePurchase });
  const waiting = (id: string, daysRemainingToWithdraw: number) => standing(id, { daysRemainingToWithdraw });

  it.each<[string, Standing[], string | null]>([
    ["none", [], null],
    [
      "the one held longest, whatever is left of its next cycle",
      [
        standing("a", { isWithdrawable: true, daysSincePurchase: 800, daysRemainingToWithdraw: 660 }),
        standing("b", { isWithdrawable: true, daysSincePurchase: 1_461, daysRemainingToWithdraw: 729 }),
      ],
      "b",
    ],
    ["the oldest in progress", [progress("a", 800), progress("b", 801)], "b"],
    [
      "paid ones wait like others",
      [waiting("a", 20), standing("b", { status: "paid", daysRemainingToWithdraw: 4 })],
      "b",
    ],
    ["the first of equals", [waiting("a", 20), waiting("b", 20)], "a"],
  ])("%s", (_name, standings, expected) => expect(priorityStanding(standings)?.stakeId ?? null).toBe(expected));

  it("does not depend on the order of the list", () => {
    const pool = [ready("a", 740), ready("b", 800), progress("c"), waiting("d", 3), waiting("e", 9)];
    fc.assert(
      fc.property(fc.shuffledSubarray(pool, { minLength: 1 }), (some) => {
        const expected = ["b", "a", "c", "d", "e"].find((id) => some.some((one) => one.stakeId === id));
        expect(priorityStanding(some)?.stakeId).toBe(expected);
      }),
    );
  });
});
