import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  costOf,
  feeOf,
  highestLimit,
  lowestLimit,
  offerLimits,
  proceedsOf,
  reservationOf,
} from "~/domain/auction/amounts";
import { effort } from "../../support/effort";

const runs = { numRuns: effort(1_000, 20_000) };
const cents = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100_000_000_000 }));
const advanced = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000_000 }));
const rate = fc.oneof(fc.constantFrom(0, 1, 150, 9_999), fc.integer({ min: 0, max: 1_000 }));

describe("what a resale costs and brings", () => {
  it("is 1.5 % of 100.33 a side, rounded down: the buyer pays 101.83, the seller gets 98.83", () => {
    expect(feeOf(10_033, 150)).toBe(150);
    expect(costOf(10_033, 150)).toBe(10_183);
    expect(proceedsOf(10_033, 0, 150)).toEqual({ feeCents: 150, advancedCents: 0, creditCents: 9_883 });
  });

  it("pays back what was advanced out of the proceeds", () => {
    expect(proceedsOf(10_033, 883, 150)).toEqual({ feeCents: 150, advancedCents: 883, creditCents: 9_000 });
  });

  it("loses no cent and makes none: the fee is taken once from each side", () => {
    fc.assert(
      fc.property(cents, advanced, rate, (price, advance, fee) => {
        const { feeCents, advancedCents, creditCents } = proceedsOf(price, advance, fee);
        const exact = (BigInt(price) * BigInt(fee)) / 10_000n;
        expect(BigInt(feeCents)).toBe(exact);
        expect(creditCents + advancedCents + feeCents).toBe(price);
        expect(BigInt(costOf(price, fee) - price)).toBe(exact);
      }),
      runs,
    );
  });

  it("never costs a buy order more than it has set aside, at any price up to its limit", () => {
    expect(reservationOf({ limit: 10_033, quantity: 3 }, 150)).toBe(30_549);
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 50 }),
        rate,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (...any) => {
          const [limit, quantity, fee, part] = any;
          const price = Math.floor(limit * part);
          expect(quantity * costOf(price, fee)).toBeLessThanOrEqual(reservationOf({ limit, quantity }, fee));
        },
      ),
      runs,
    );
  });
});

describe("the lowest limit of an offer", () => {
  it("pays fee and advances, and a cent less does not", () => {
    fc.assert(
      fc.property(fc.array(advanced, { minLength: 1, maxLength: 5 }), rate, (advances, fee) => {
        const lowest = lowestLimit(advances, fee);
        const credits = (price: number) => advances.map((advance) => proceedsOf(price, advance, fee).creditCents);
        expect(Math.min(...credits(lowest))).toBeGreaterThanOrEqual(0);
        if (lowest > 1) expect(Math.min(...credits(lowest - 1))).toBeLessThan(0);
      }),
      runs,
    );
  });

  it("is a cent where nothing was advanced, and covers the stake with most advances", () => {
    expect(lowestLimit([0], 150)).toBe(1);
    expect(lowestLimit([500, 9_850, 0], 150)).toBe(lowestLimit([9_850], 150));
    // 9,999 less its fee of 149.
    expect(lowestLimit([9_850], 150)).toBe(9_999);
  });
});

describe("the highest limit", () => {
  it("is 10 % above the last valuation, rounded down, or above the price paid where there is none", () => {
    expect(highestLimit(10_009, 5_000)).toBe(11_009);
    expect(highestLimit(null, 5_005)).toBe(5_505);
  });

  it("leaves nothing to offer below what fee and advances take", () => {
    expect(offerLimits([9_850], 150, 9_999)).toEqual({ lowestCents: 9_999, highestCents: 9_999 });
    expect(offerLimits([9_850], 150, 9_998)).toBeNull();
  });
});
