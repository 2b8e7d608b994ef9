import { canonicalJson } from "./canonical-json";
import type { HashBytes } from "./owed-tree";

// The Merkle tree of all certificates, hashed as in RFC 9162: whoever holds one is shown the path from it to the root that the day publishes.

/** Something that happened to a certificate, which is called by its register mark. 'resold': its stake has another owner. */
export type CertificateLeaf = { date: string; event: "issued" | "void" | "resold"; mark: string };

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const hashLeaf = ({ date, event, mark }: CertificateLeaf, hash: HashBytes): Uint8Array =>
  hash(LEAF, new TextEncoder().encode(canonicalJson({ date, event, mark })));

/** The largest power of two below a number of nodes, 2 at least. */
function splitOf(nodes: number): number {
  let split = 1;
  while (split * 2 < nodes) split *= 2;
  return split;
}

/** The root of these nodes: leaves, or parts of the tree that each have the same power of two of them, the last one perhaps fewer. */
export function treeRoot(nodes: readonly Uint8Array[], hash: HashBytes): Uint8Array {
  const [first] = nodes;
  if (!first) return hash();
  if (nodes.length === 1) return first;
  const split = splitOf(nodes.length);
  return hash(NODE, treeRoot(nodes.slice(0, split), hash), treeRoot(nodes.slice(split), hash));
}

/** What stands beside a node on its way to the root, the lowest first. */
export function treePath(nodes: readonly Uint8Array[], index: number, hash: HashBytes): Uint8Array[] {
  if (nodes.length <= 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split
    ? [...treePath(left, index, hash), treeRoot(right, hash)]
    : [...treePath(right, index - split, hash), treeRoot(left, hash)];
}
