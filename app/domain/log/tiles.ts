import { foldNodes, type HashBytes, hashNode, type Node, nodesOf, type Range } from "./merkle";

// How the log is cut into files (C2SP tlog-tiles): each holds up to 256 hashes of one height of the tree, or 256 entries. A full file
// never changes; the last of each height is partial and is followed by a longer one, under another name.

const HEIGHT = 8;
export const TILE_WIDTH = 256;
const HASH_BYTES = 32;

export type Tile = {
  /** The hashes of a tile are those of `256 ** level` leaves each. "entries": what the leaves are. */
  level: number | "entries";
  index: number;
  /** Hashes or entries in it, 1 to 256. */
  width: number;
};

/** Below /log/. An index is cut into groups of three digits, and all but the last begin with an x. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  return `tile/${level}/${groups.join("/")}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** The tile that a path below /log/ names; null: it names none. */
export function tileOfPath(path: string): Tile | null {
  const [, level, groups, width] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (level === undefined || groups === undefined) return null;
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tilePath(tile) === path ? tile : null;
}

const hashesAt = (level: number, size: number) => Math.floor(size / TILE_WIDTH ** level);

/** The tile of one height that a tree of this size has at an index; null: it has none there. */
function tileAt(level: number, index: number, size: number): Tile | null {
  const width = Math.min(TILE_WIDTH, hashesAt(level, size) - index * TILE_WIDTH);
  return width > 0 ? { level, index, width } : null;
}

/** What a tree of `size` leaves has that one of `old` had not, the lowest height first. */
export function newTiles(old: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0; hashesAt(level, size) > 0; level++) {
    for (let index = Math.floor(hashesAt(level, old) / TILE_WIDTH); ; index++) {
      const tile = tileAt(level, index, size);
      if (!tile) break;
      if (tileAt(level, index, old)?.width !== tile.width) tiles.push(tile);
    }
  }
  return tiles;
}

/** Where in a tree of this size a node is to be found: `count` hashes of a tile from `at` on, to be hashed together. */
function placeOf({ level, index }: Node, size: number) {
  const tileLevel = Math.floor(level / HEIGHT);
  const count = 2 ** (level % HEIGHT);
  const first = index * count;
  const tile = tileAt(tileLevel, Math.floor(first / TILE_WIDTH), size);
  if (!tile || (first % TILE_WIDTH) + count > tile.width)
    throw new RangeError(`a tree of ${size} has no node ${level}/${index}`);
  return { tile, at: first % TILE_WIDTH, count };
}

/** The tiles that the hashes of these ranges are made of, each once. */
export function tilesOf(ranges: readonly Range[], size: number): Tile[] {
  const places = ranges.flatMap(nodesOf).map((node) => placeOf(node, size).tile);
  return [...new Map(places.map((tile) => [tilePath(tile), tile])).values()];
}

/** @param bytes of each of their `tilesOf`, by path. @returns a hash a range */
export function hashRanges(
  ranges: readonly Range[],
  { size, bytes }: { size: number; bytes: ReadonlyMap<string, Uint8Array> },
  hash: HashBytes,
): Uint8Array[] {
  return ranges.map((range) =>
    foldNodes(
      nodesOf(range).map((node) => {
        const { tile, at, count } = placeOf(node, size);
        const whole = bytes.get(tilePath(tile));
        if (whole?.length !== tile.width * HASH_BYTES)
          throw new RangeError(`${tilePath(tile)} is not as long as it should be`);
        return hashTogether(hashesIn(whole).slice(at, at + count), hash);
      }),
      hash,
    ),
  );
}

export const hashesIn = (tile: Uint8Array): Uint8Array[] =>
  Array.from({ length: tile.length / HASH_BYTES }, (_, at) => tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));

/** A file of hashes. */
export function joinHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const tile = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) tile.set(hash, at * HASH_BYTES);
  return tile;
}

/** The root of a complete part of the tree. @param hashes 1, 2, 4, ... 256 of them */
export function hashTogether(hashes: readonly Uint8Array[], hash: HashBytes): Uint8Array {
  const [first] = hashes;
  if (first === undefined) throw new RangeError("no hashes");
  if (hashes.length === 1) return first;
  const half = hashes.length / 2;
  return hashNode(hashTogether(hashes.slice(0, half), hash), hashTogether(hashes.slice(half), hash), hash);
}

/** The longest entry that a file of entries can hold. */
export const MOST_ENTRY_BYTES = 65_535;

/** A file of entries: each with its length before it, in two bytes. @throws RangeError if one is too long */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MOST_ENTRY_BYTES) throw new RangeError("an entry of the log is too long");
    joined.set([Math.floor(entry.length / 256), entry.length % 256], at);
    joined.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return joined;
}
