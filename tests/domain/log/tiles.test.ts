import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashesIn,
  hashRanges,
  hashTogether,
  joinEntries,
  joinHashes,
  MOST_ENTRY_BYTES,
  newTiles,
  type Tile,
  tileOfPath,
  tilePath,
  tilesOf,
} from "~/domain/log/tiles";
import { effort } from "../../support/effort";
import { hashBytes } from "../../support/log-tree";

const runs = { numRuns: effort(300, 20_000) };
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

describe("the tiles that a hash is made of", () => {
  const hashes = Array.from({ length: 3 }, (_, at) => new Uint8Array(32).fill(at + 1));
  const three = { size: 3, bytes: new Map([["tile/0/000.p/3", joinHashes(hashes)]]) };

  it("are each named once", () => {
    expect(tilesOf([{ from: 0, to: 300 }], 300)).toEqual([at(1, 0, 1), at(0, 1, 44)]);
    const sameTile = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ];
    expect(tilesOf(sameTile, 2)).toEqual([at(0, 0, 2)]);
  });

  it("exist only for what is in the tree", () => {
    expect(() => tilesOf([{ from: 0, to: 1 }], 0)).toThrow("a tree of 0 has no node 0/0");
    expect(() => tilesOf([{ from: 0, to: 4 }], 3)).toThrow("a tree of 3 has no node 2/0");
  });

  it("hold the hashes that were joined, and must have them all", () => {
    expect(hashesIn(joinHashes(hashes))).toEqual(hashes);
    expect(hashRanges([{ from: 2, to: 3 }], three, hashBytes)).toEqual([hashes[2]]);
    for (const bytes of [new Map(), new Map([["tile/0/000.p/3", new Uint8Array(95)]])])
      expect(() => hashRanges([{ from: 2, to: 3 }], { size: 3, bytes }, hashBytes)).toThrow(
        new RangeError("tile/0/000.p/3 is not as long as it should be"),
      );
  });

  it("make no hash of nothing", () => {
    expect(() => hashTogether([], hashBytes)).toThrow(new RangeError("no hashes"));
  });
});

describe("a file of entries", () => {
  it("has the length of each before it, the higher byte first", () => {
    const long = new Uint8Array(300).fill(7);
    expect([...joinEntries([Uint8Array.of(1, 2), new Uint8Array(), long])]).toEqual([0, 2, 1, 2, 0, 0, 1, 44, ...long]);
  });

  it("holds none that is longer than its length can say", () => {
    expect(joinEntries([new Uint8Array(MOST_ENTRY_BYTES)])).toHaveLength(MOST_ENTRY_BYTES + 2);
    expect(() => joinEntries([new Uint8Array(MOST_ENTRY_BYTES + 1)])).toThrow("an entry of the log is too long");
  });
});
