import { describe, expect, it } from "vitest";
import { countExits, middleExit } from "~/domain/proof-figures";
import type { StakeResult } from "~/domain/stake-result";

const held = (months: number, netCents: number, monthsOver = 0): StakeResult => ({
  ...{ months, netCents, monthsOver, yearlyBasisPoints: null },
});
const exit = (middle: StakeResult | null, longest = middle, kind = "sale") => ({
  kind,
  held: middle && longest ? { middle, longest } : null,
});

describe("casks that ended", () => {
  it("are counted as lost by the stake in the middle, as late by the one held longest", () => {
    expect(
      countExits([
        exit(held(24, -1), held(25, 5, 1)),
        exit(held(25, 0, 1), held(24, -5)),
        exit(held(20, 1), held(24, 1, 0), "buyback"),
        exit(null),
      ]),
    ).toEqual({ ended: 4, sales: 3, lost: 1, late: 1 });
    expect(countExits([])).toEqual({ ended: 0, sales: 0, lost: 0, late: 0 });
  });

  it("have a middle from the fifth on that somebody held, of an even number the lower", () => {
    const four = [exit(held(30, 100)), exit(held(9, -700)), exit(held(24, 1_000)), exit(held(28, 20))];
    expect(middleExit([...four, exit(null)])).toBeNull();
    expect(middleExit([...four, exit(held(2, 300))])).toEqual({ months: 24, netCents: 100 });
    expect(middleExit([...four, exit(held(2, 300)), exit(held(40, 400))])).toEqual({ months: 24, netCents: 100 });
  });
});
