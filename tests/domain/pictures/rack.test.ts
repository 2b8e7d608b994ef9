import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawRack, type RackCask } from "~/domain/pictures/rack";

const cask = fc
  .record({ total: fc.integer({ min: 1, max: 900 }), sold: fc.nat(900), void: fc.nat(900) })
  .filter(({ total, sold, void: ended }) => sold + ended <= total);
const casksOf = (maxLength: number) => fc.array(cask, { maxLength });
const count = (path: string) => path.split("M").length - 1;
const numbersIn = (path: string) => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

describe("the rack", () => {
  it("has a head for each cask and a runner for each row, within its frame", () => {
    fc.assert(
      fc.property(casksOf(40), (casks) => {
        const rack = drawRack(casks);
        expect(count(rack.heads)).toBe(casks.length);
        expect(count(rack.bungs) + count(rack.plugs)).toBe(casks.length);
        expect(count(rack.runners)).toBe(Math.max(1, Math.ceil(casks.length / (casks.length > 30 ? 14 : 5))));
        for (const [, x = "", y = ""] of rack.heads.matchAll(/M(\S+) ([\d.]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x) + 2 * rack.radius).toBeLessThanOrEqual(rack.width);
          expect(Number(y) + rack.radius).toBeLessThan(rack.height);
        }
      }),
    );
  });

  it("fills a head only where something is sold, in brick only where something is void, and plugs those that are sold out", () => {
    fc.assert(
      fc.property(casksOf(30), (casks) => {
        const rack = drawRack(casks);
        // What is less than a thousandth of the height cannot be seen.
        expect(count(rack.sold)).toBeGreaterThanOrEqual(casks.filter(({ sold, total }) => sold / total > 0.05).length);
        expect(count(rack.sold)).toBeLessThanOrEqual(casks.filter(({ sold }) => sold > 0).length);
        expect(count(rack.voids)).toBe(casks.filter((one) => one.void > 0).length);
        expect(count(rack.plugs)).toBe(casks.filter(({ sold, total }) => sold === total).length);
        expect([...numbersIn(rack.sold), ...numbersIn(rack.voids)].every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it("rises with each stake sold", () => {
    const topOf = (sold: number) => Number(/M\S+ ([\d.]+)/.exec(drawRack([{ total: 40, sold, void: 0 }]).sold)?.[1]);
    for (let sold = 2; sold < 40; sold++) expect(topOf(sold)).toBeLessThan(topOf(sold - 1));
  });

  it("draws a single void stake of many thick enough to be seen, also in a full head", () => {
    for (const sold of [0, 500, 9_999]) {
      const { voids } = drawRack([{ total: 10_000, sold, void: 1 }]);
      expect(count(voids), `${sold} sold`).toBe(1);
    }
  });

  it("draws the place of a cask that is gone, and nothing in it", () => {
    const gone: RackCask = { total: 0, sold: 0, void: 0, isOutline: true };
    expect(drawRack([gone])).toMatchObject({ heads: "", sold: "", voids: "" });
    expect(count(drawRack([gone]).outlines)).toBe(1);
  });

  it("numbers up to 30 heads, shrinks for more, and says how many it left out of more than 324", () => {
    const many = (length: number) => drawRack(Array.from({ length }, () => ({ total: 10, sold: 5, void: 0 })));
    expect(many(30).places).toHaveLength(30);
    expect(many(200)).toMatchObject({ places: null, radius: 10, leftOut: 0 });
    expect(many(1_100)).toMatchObject({ radius: 5, leftOut: 776 });
    for (const length of [0, 1, 15, 30, 200, 324]) expect(many(length).height).toBeLessThan(480);
  });
});
