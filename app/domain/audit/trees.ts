import { toHex } from "~/domain/hex";
import type { CertificateLeaf, DayHead, OwedFile } from "./audit-files";
import { canonicalJson } from "./hashes";

// The Merkle trees of a day, of the shape that RFC 9162 gives them: those who hold a certificate or a wallet are shown the path from it to
// the root that the day publishes, and learn nothing of the others.

/** SHA-256 of all parts, one after the other. Given from outside, because the platform hashes. */
export type HashBytes = (...parts: readonly Uint8Array[]) => Uint8Array;

/** How two nodes become the one above them, and what the root of no leaves is. */
export type Tree<T> = { join: (left: T, right: T) => T; empty: T };

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

/** The largest power of two below a number of nodes, of which there are two at least. */
const splitOf = (nodes: number) => 2 ** (31 - Math.clz32(nodes - 1));

/** The root of these nodes: leaves, or parts of the tree that each have the same power of two of them, the last one perhaps fewer. */
export function treeRoot<T>(tree: Tree<T>, nodes: readonly T[]): T {
  if (nodes.length <= 1) return nodes[0] ?? tree.empty;
  const split = splitOf(nodes.length);
  return tree.join(treeRoot(tree, nodes.slice(0, split)), treeRoot(tree, nodes.slice(split)));
}

/** What stands beside a node on its way to the root, the lowest first. `isLeft`: it stands before one's own. */
export type Step<T> = { node: T; isLeft: boolean };

export function treePath<T>(tree: Tree<T>, nodes: readonly T[], index: number): Step<T>[] {
  if (nodes.length <= 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split
    ? [...treePath(tree, left, index), { node: treeRoot(tree, right), isLeft: false }]
    : [...treePath(tree, right, index - split), { node: treeRoot(tree, left), isLeft: true }];
}

export const certificateTree = (hash: HashBytes): Tree<Uint8Array> => ({
  join: (left, right) => hash(NODE, left, right),
  empty: hash(),
});

export const certificateLeaf = ({ date, event, mark }: CertificateLeaf, hash: HashBytes): Uint8Array =>
  hash(LEAF, new TextEncoder().encode(canonicalJson({ date, event, mark })));

/** A node says what the wallets below it hold together, in cents, never below zero. */
export type SumNode = { hash: Uint8Array; cents: number };

export type Wallet = { userId: string; cents: number; /** 16 bytes, known to its owner alone. */ salt: Uint8Array };

/** Eight bytes, the highest first. @throws RangeError for what is no amount: below zero, or too large to be exact */
function bytesOf(cents: number): Uint8Array {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError("no amount of whole cents");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(cents));
  return bytes;
}

/** Its root is published with the sum of all wallets, so whoever is shown their own path knows that their money is counted in it. */
export const owedTree = (hash: HashBytes): Tree<SumNode> => ({
  join: (left, right) => ({
    hash: hash(NODE, left.hash, bytesOf(left.cents), right.hash, bytesOf(right.cents)),
    cents: left.cents + right.cents,
  }),
  empty: { hash: hash(), cents: 0 },
});

/** With the owner's id, so that no leaf is shown to two people. */
export const owedLeaf = ({ userId, cents, salt }: Wallet, hash: HashBytes): SumNode => ({
  hash: hash(LEAF, salt, bytesOf(cents), new TextEncoder().encode(userId)),
  cents,
});

export const owedFile = (head: DayHead, wallet: Wallet, path: readonly Step<SumNode>[]): OwedFile => ({
  ...{ version: 1, head },
  path: path.map(({ node, isLeft }) => ({
    ...{ cents: node.cents, hash: toHex(node.hash), side: isLeft ? "left" : "right" },
  })),
  wallet: { user_id: wallet.userId, cents: wallet.cents, salt: toHex(wallet.salt) },
});
