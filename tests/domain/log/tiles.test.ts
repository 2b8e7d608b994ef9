import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { joinEntries, MOST_ENTRY_BYTES, newTiles, type Tile, tileOfPath, tilePath } from "~/domain/log/tiles";
import { effort } from "../../support/effort";

const runs = { numRuns: effort(300, 20_000), seed: inject("seed") };
const at = (level: Tile["level"], index: number, width = 256) => ({ level, index, width });

describe("the path of a tile", () => {
  it.each([
    [at(0, 0), "tile/0/000"],
    [at(0, 1_234_067), "tile/0/x001/x234/067"],
    [at(1, 273, 17), "tile/1/273.p/17"],
    [at(63, 1000, 1), "tile/63/x001/000.p/1"],
    [at("entries", 5), "tile/entries/005"],
  ])("of %o is %s, and leads back", (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(tileOfPath(path)).toEqual(tile);
  });

  it.each([
    ...["tile/0/0", "tile/00/000", "tile/0/x000/001", "tile/0/001/002", "tile/0/000.p/0", "tile/0/000.p/256"],
    ...["tile/0/000.p/01", "tile/0/000/", "tile/-1/000", "tile/0/000.p/1/2", "/tile/0/000", "tile/entries/x001"],
  ])("%s is none", (path) => {
    expect(tileOfPath(path)).toBeNull();
  });
});

describe("the tiles of a log", () => {
  const widths = (tiles: readonly Tile[], level: number) =>
    tiles.filter((tile) => tile.level === level).map(({ width }) => width);

  it("are, of 70,000 entries, those of the example in the standard", () => {
    const tiles = newTiles(0, 70_000);
    expect(widths(tiles, 0)).toEqual([...Array<number>(273).fill(256), 112]);
    expect(widths(tiles, 1)).toEqual([256, 17]);
    expect(widths(tiles, 2)).toEqual([1]);
    expect(tiles).toHaveLength(273 + 1 + 2 + 1);
  });

  it("are, of 256 entries, one full one and one of width 1 above it", () => {
    expect(newTiles(0, 256)).toEqual([at(0, 0), at(1, 0, 1)]);
  });

  it("that are new after growing are those that it has and had not, each once", () => {
    fc.assert(
      fc.property(fc.nat(70_000), fc.nat(70_000), (one, other) => {
        const [old, size] = [Math.min(one, other), Math.max(one, other)];
        const had = new Set(newTiles(0, old).map(tilePath));
        const has = newTiles(0, size).map(tilePath);
        expect(newTiles(old, size).map(tilePath)).toEqual(has.filter((path) => !had.has(path)));
      }),
      { ...runs, numRuns: effort(50, 500) },
    );
  });
});

describe("a file of entries", () => {
  it("has the length of each before it, the higher byte first", () => {
    const long = new Uint8Array(300).fill(7);
    expect([...joinEntries([Uint8Array.of(1, 2), new Uint8Array(), long])]).toEqual([0, 2, 1, 2, 0, 0, 1, 44, ...long]);
  });

  it("holds none that is longer than its length can say", () => {
    expect(joinEntries([new Uint8Array(MOST_ENTRY_BYTES)])).toHaveLength(MOST_ENTRY_BYTES + 2);
    expect(() => joinEntries([new Uint8Array(MOST_ENTRY_BYTES + 1)])).toThrow(RangeError);
  });
});
