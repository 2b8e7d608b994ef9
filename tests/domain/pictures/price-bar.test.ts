import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawPriceBar, PRICE_BAR } from "~/domain/pictures/price-bar";

const todays = fc.integer({ min: 1, max: 500_000 });

describe("the bar of prices", () => {
  it("goes from $150 to $400 for a cask of $245.57 a litre, with the break-even right of today", () => {
    const { from, to, today, breakEven } = drawPriceBar({
      todayCents: 24_557,
      breakEvenCents: 28_049,
      askedCents: 24_600,
    });
    expect([from, to]).toEqual([150, 400]);
    expect([today, breakEven]).toEqual([122, 162]);
  });

  it("has today and the break-even within it, and labels that do not meet", () => {
    fc.assert(
      fc.property(todays, fc.integer({ min: 100, max: 800 }), (todayCents, percent) => {
        const bar = drawPriceBar({
          todayCents,
          breakEvenCents: Math.ceil((todayCents * percent) / 100),
          askedCents: 0,
        });
        expect(bar.from).toBeLessThan(bar.to);
        expect(bar.today).toBeGreaterThanOrEqual(PRICE_BAR.left);
        expect(bar.breakEven).toBeGreaterThanOrEqual(bar.today);
        expect(bar.breakEven).toBeLessThanOrEqual(PRICE_BAR.right);
        expect(bar.todayLabel).toBeLessThan(bar.breakEvenLabel);
      }),
    );
  });

  it("reaches a price far above", () => {
    expect(drawPriceBar({ todayCents: 4_051, breakEvenCents: 5_224, askedCents: 9_000 }).to).toBe(90);
  });

  it("is red throughout where nothing that can be asked about is enough", () => {
    expect(drawPriceBar({ todayCents: 24_557, breakEvenCents: null, askedCents: 0 }).breakEven).toBe(PRICE_BAR.right);
  });
});
