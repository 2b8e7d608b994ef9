// The Merkle tree of the log, as in RFC 6962: what a leaf and a node are hashed from, and which parts of a tree prove what about it.

/** SHA-256 of all parts, one after the other. Given from outside, because the platform hashes. */
export type HashBytes = (...parts: readonly Uint8Array[]) => Uint8Array;

/** A complete part of the tree: the leaves from `index * 2 ** level` on, `2 ** level` of them. */
export type Node = { level: number; index: number };

/** Leaves from `from` up to, and without, `to`. */
export type Range = { from: number; to: number };

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const hashLeaf = (entry: Uint8Array, hash: HashBytes): Uint8Array => hash(LEAF, entry);
export const hashNode = (left: Uint8Array, right: Uint8Array, hash: HashBytes): Uint8Array => hash(NODE, left, right);

/** The largest power of two below a number of leaves, 2 at least. */
function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

/** What proves that the leaf at `index` is in a tree of this size: the sibling of the leaf first, a child of the root last. */
export function inclusionRanges(index: number, size: number): Range[] {
  const above: Range[] = [];
  for (let [from, to] = [0, size]; to - from > 1;) {
    const split = from + splitOf(to - from);
    if (index < split) {
      above.unshift({ from: split, to });
      to = split;
    } else {
      above.unshift({ from, to: split });
      from = split;
    }
  }
  return above;
}

/** What proves that a tree of this size begins with the one that had `old` leaves, 1 at least. Empty if they are the same. */
export function consistencyRanges(old: number, size: number): Range[] {
  const above: Range[] = [];
  let [from, to] = [0, size];
  while (old < to) {
    const split = from + splitOf(to - from);
    if (old <= split) {
      above.unshift({ from: split, to });
      to = split;
    } else {
      above.unshift({ from, to: split });
      from = split;
    }
  }
  // The old tree itself is known to who checks.
  return from === 0 ? above : [{ from, to }, ...above];
}

/** The complete parts of a range as the tree has them, the largest first. */
export function nodesOf({ from, to }: Range): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (at + 2 ** (level + 1) <= to && at % 2 ** (level + 1) === 0) level += 1;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash of a range, of the hashes of its `nodesOf`. @throws RangeError if there are none */
export function foldNodes(hashes: readonly Uint8Array[], hash: HashBytes): Uint8Array {
  if (hashes.length === 0) throw new RangeError("no part of a tree has no leaves");
  return hashes.reduceRight((right, left) => hashNode(left, right, hash));
}

/** The root that a proof of inclusion leads to; null: it has more or fewer hashes than such a proof has. */
export function rootOfInclusion(
  { index, size, leaf, proof }: { index: number; size: number; leaf: Uint8Array; proof: readonly Uint8Array[] },
  hash: HashBytes,
): Uint8Array | null {
  const ranges = inclusionRanges(index, size);
  if (index >= size || ranges.length !== proof.length) return null;
  return ranges.reduce((below, { from }, at) => {
    const beside = proof[at] as Uint8Array;
    return from > index ? hashNode(below, beside, hash) : hashNode(beside, below, hash);
  }, leaf);
}

export type Consistency = { old: number; oldRoot: Uint8Array; size: number; proof: readonly Uint8Array[] };

/** The two roots, of the old tree and of the new one, that a proof of consistency leads to; null: it is not as long as such a proof is. */
export function rootsOfConsistency({ old, oldRoot, size, proof }: Consistency, hash: HashBytes) {
  const ranges = old > 0 && old <= size ? consistencyRanges(old, size) : null;
  if (ranges?.length !== proof.length) return null;
  // What both trees share completely: the old root itself, or the first part that is given.
  const isWhole = ranges[0]?.to !== old;
  const [start = oldRoot, ...rest] = isWhole ? [oldRoot, ...proof] : proof;
  const beside = isWhole ? ranges : ranges.slice(1);
  let [before, after] = [start, start];
  for (const [at, { from }] of beside.entries()) {
    const given = rest[at] as Uint8Array;
    if (from >= old) after = hashNode(after, given, hash);
    else [before, after] = [hashNode(given, before, hash), hashNode(given, after, hash)];
  }
  return { before, after };
}
