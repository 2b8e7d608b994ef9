import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyRanges,
  foldNodes,
  hashLeaf,
  hashNode,
  inclusionRanges,
  nodesOf,
  rootOfInclusion,
  rootsOfConsistency,
} from "~/domain/log/merkle";
import { tilePath, tilesOf } from "~/domain/log/tiles";
import { effort } from "../../support/effort";
import { base64, entryOf, hashBytes, hex, LogTree } from "../../support/log-tree";
import answers from "./known-answers.json";

const runs = { numRuns: effort(300, 20_000) };

/** RFC 6962, 2.1, as it is written there. */
function plainRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined || leaves.length === 1) return first ?? expect.fail();
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashNode(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)), hashBytes);
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, at) => hashLeaf(entryOf(at), hashBytes));
const flip = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
const sizeAndPlace = fc
  .integer({ min: 1, max: 700 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));
const tree = new LogTree();
for (let size = 1; size <= 700; size++) tree.grow(size);

// Written by Go's own packages: tests/node/support/tlog-check.
describe.each(answers)("a tree of $size entries, as another implementation makes it", (known) => {
  const log = new LogTree().grow(known.size);

  it("has the same root and the same tiles", () => {
    expect(base64(log.root())).toBe(known.root);
    const hashed = Object.keys(known.tiles).map((path) => [path, hex(hashBytes(log.tiles.get(path) ?? expect.fail()))]);
    expect(Object.fromEntries(hashed)).toEqual(known.tiles);
  });

  it("has the same proofs of what is in it and what it grew from", () => {
    for (const [index, proof] of Object.entries(known.inclusion))
      expect(log.hashes(inclusionRanges(Number(index), known.size)).map(base64), index).toEqual(proof);
    for (const [old, proof] of Object.entries(known.consistency))
      expect(log.hashes(consistencyRanges(Number(old), known.size)).map(base64), old).toEqual(proof);
  });
});

describe("a log of any size", () => {
  it("has the root of the standard, also once it has grown on", () => {
    fc.assert(
      fc.property(sizeAndPlace, ([size]) => {
        expect(hex(tree.root(size))).toBe(hex(plainRoot(leavesOf(size))));
      }),
      { ...runs, numRuns: effort(30, 1_000) },
    );
  });

  it("proves each entry, and no other one, at no other place, with no hash changed, left out or added", () => {
    fc.assert(
      fc.property(sizeAndPlace, fc.nat(), ([size, index], other) => {
        const proof = tree.hashes(inclusionRanges(index, size), size);
        const leaf = hashLeaf(entryOf(index), hashBytes);
        const root = hex(tree.root(size));
        const leads = (change: Partial<Parameters<typeof rootOfInclusion>[0]>) => {
          const to = rootOfInclusion({ index, size, leaf, proof, ...change }, hashBytes);
          return to !== null && hex(to) === root;
        };
        expect(leads({})).toBe(true);
        expect(leads({ leaf: flip(leaf) })).toBe(false);
        if (size > 1) expect(leads({ index: (index + 1 + (other % (size - 1))) % size })).toBe(false);
        expect(leads({ index: size })).toBe(false);
        expect(leads({ proof: [...proof, leaf] })).toBe(false);
        if (proof.length === 0) return;
        const at = other % proof.length;
        expect(leads({ proof: proof.toSpliced(at, 1, flip(proof[at] ?? leaf)) })).toBe(false);
        expect(leads({ proof: proof.toSpliced(at, 1) })).toBe(false);
      }),
      runs,
    );
  });

  it("proves that it grew from each smaller one, and from nothing else", () => {
    fc.assert(
      fc.property(sizeAndPlace, fc.nat(), ([size, place], other) => {
        const old = place + 1;
        const proof = tree.hashes(consistencyRanges(old, size), size);
        const [oldRoot, root] = [tree.root(old), tree.root(size)];
        const leads = (change: Partial<Parameters<typeof rootsOfConsistency>[0]>) => {
          const given = { old, oldRoot, size, proof, ...change };
          const to = rootsOfConsistency(given, hashBytes);
          return to !== null && hex(to.before) === hex(given.oldRoot) && hex(to.after) === hex(root);
        };
        expect(leads({})).toBe(true);
        expect(leads({ oldRoot: flip(oldRoot) })).toBe(false);
        expect(leads({ old: 0 })).toBe(false);
        expect(leads({ old: size + 1 })).toBe(false);
        expect(leads({ proof: [...proof, root] })).toBe(false);
        if (proof.length === 0) return;
        const at = other % proof.length;
        expect(leads({ proof: proof.toSpliced(at, 1, flip(proof[at] ?? root)) })).toBe(false);
        expect(leads({ proof: proof.toSpliced(at, 1) })).toBe(false);
      }),
      runs,
    );
  });

  it("needs no more than two tiles of each height for a proof", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.nat(), (size, place) => {
        const tiles = tilesOf(inclusionRanges(place % size, size), size);
        const heights = new Map<unknown, number>();
        for (const { level } of tiles) heights.set(level, (heights.get(level) ?? 0) + 1);
        expect(Math.max(0, ...heights.values())).toBeLessThanOrEqual(2);
        expect(new Set(tiles.map(tilePath)).size).toBe(tiles.length);
      }),
      runs,
    );
  });
});

describe("the complete parts of a range", () => {
  it("begin only where the tree has one of their size", () => {
    expect(nodesOf({ from: 2, to: 8 })).toEqual([
      { level: 1, index: 1 },
      { level: 2, index: 1 },
    ]);
  });

  it("are at least one", () => {
    expect(() => foldNodes([], hashBytes)).toThrow(new RangeError("no part of a tree has no leaves"));
  });
});
