import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideSale } from "~/domain/divide-sale";
import { drawAngelsShare, type Gauging } from "~/domain/pictures/angels-share";
import { BAND_FRAME, drawCaskBand } from "~/domain/pictures/cask-band";
import { drawSaleShares } from "~/domain/pictures/sale-shares";

const gauging = (gaugedOn: string, loaDecilitres: number, abvTenths = 600): Gauging => ({
  gaugedOn,
  loaDecilitres,
  abvTenths,
});
const draw = (gauges: Gauging[], kind: "whisky" | "rum" = "whisky") =>
  drawAngelsShare({ kind, caskType: "hogshead", gauges, filledOn: "2017-06-01" });

describe("the angels' share", () => {
  it("says nothing of a loss from fewer than two measurements", () => {
    expect(draw([])).toMatchObject({ lostTenths: null, expected: null, cask: { liquid: null, rows: [] } });
    const once = draw([gauging("2024-03-01", 1_311)]);
    expect(once).toMatchObject({ lostTenths: null, expected: null });
    expect(once.cask.rows).toMatchObject([{ what: "measured", litres: "131.1" }]);
  });

  it("draws no level from one measurement: there is nothing to compare it with", () => {
    const { cask } = draw([gauging("2026-09-22", 1_018)]);
    expect(cask.liquid).toBeNull();
    expect(cask.rows.map(({ year, litres, leader }) => ({ year, litres, leader }))).toEqual([
      { year: "2026", litres: "101.8", leader: "" },
    ]);
  });

  it("expects a range from what was measured, never a point", () => {
    const { expected, lostTenths, cask } = draw([gauging("2017-06-01", 1_200), gauging("2026-06-01", 1_018)]);
    expect(lostTenths).toBe(182);
    // 1.81 % a year for nine years; three quarters and five quarters of that for three more.
    expect(expected).toEqual({ year: 2029, lowLitres: 95, highLitres: 98 });
    expect(cask.rows.map(({ what, litres }) => [what, litres])).toEqual([
      ["filled", "120.0"],
      ["measured", "101.8"],
      ["expected", "95–98"],
    ]);
  });

  it("expects nothing from measurements of one year, or if nothing was lost", () => {
    expect(draw([gauging("2026-01-01", 1_200), gauging("2026-10-01", 1_190)]).expected).toBeNull();
    expect(draw([gauging("2020-01-01", 1_200), gauging("2026-10-01", 1_204)]).expected).toBeNull();
  });

  it("shows four rows at most, the first and the latest", () => {
    const many = ["2017", "2019", "2021", "2023", "2025"].map((year, index) =>
      gauging(`${year}-06-01`, 1_200 - index * 40),
    );
    expect(draw(many).cask.rows.map(({ year }) => year)).toEqual(["2017", "2023", "2025", "2028"]);
    expect(draw(many).gauges).toHaveLength(5);
  });

  it("warns of whisky near and below 40 %", () => {
    expect(draw([gauging("2024-03-01", 900, 420)]).strength).toBe("fine");
    expect(draw([gauging("2024-03-01", 900, 419)]).strength).toBe("near");
    expect(draw([gauging("2024-03-01", 900, 399)]).strength).toBe("below");
    expect(draw([gauging("2024-03-01", 900, 399)], "rum").strength).toBe("fine");
  });
});

describe("who gets what of a sale", () => {
  it("has every cent of the price in exactly one part, and every pixel", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 5_000 }), fc.nat(), fc.nat(), (a, b, stakes, s, o) => {
        const [grossCents, feesCents] = [Math.max(a, b), Math.min(a, b)];
        const division = divideSale({ grossCents, feesCents, stakes });
        if (!division) return;
        const soldStakes = s % (stakes + 1);
        const ownStakes = o % (soldStakes + 1);
        const facts = { ...division, soldOn: "2026-09-22", grossCents, feesCents, stakes, soldStakes, ownStakes };
        const picture = drawSaleShares(facts);
        const parts = picture?.parts ?? [];
        expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(grossCents);
        expect(parts.reduce((sum, { width }) => sum + width, 0)).toBe(grossCents === 0 ? 0 : 311);
      }),
    );
  });

  it("leaves out who has no part in it", () => {
    const facts = {
      soldOn: "2026-09-22",
      grossCents: 100_000,
      feesCents: 0,
      netPerStakeCents: 2_500,
      remainderCents: 0,
      stakes: 40,
      soldStakes: 40,
      ownStakes: 0,
    };
    expect(drawSaleShares(facts)?.parts).toMatchObject([{ who: "others", stakes: 40, cents: 100_000 }]);
  });
});

describe("the large cask of a page", () => {
  it("has labels within its frame that do not cover each other, in the order of what they name, and every stake in one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(), fc.nat(20), (total, s, o) => {
        const sold = s % (total + 1);
        const own = Array.from({ length: Math.min(o, sold) }, (_, at) => at + 1);
        const { labels } = drawCaskBand("butt", { total, sold, free: total - sold, own });
        expect(labels.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        for (const [index, { y, what }] of labels.entries()) {
          expect(y).toBeGreaterThanOrEqual(32);
          expect(y).toBeLessThanOrEqual(BAND_FRAME.height - 36);
          if (index > 0) expect(y - (labels[index - 1]?.y ?? 0)).toBeGreaterThanOrEqual(56);
          if (what === "free") expect(index).toBe(0);
        }
      }),
    );
  });
});
