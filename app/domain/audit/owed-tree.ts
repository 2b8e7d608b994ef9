import type { DayHead } from "./audit-files";
import { toHex } from "~/domain/hex";

/** SHA-256 of all parts, one after the other. Given from outside, because the platform hashes. */
export type HashBytes = (...parts: readonly Uint8Array[]) => Uint8Array;

// A Merkle tree of all wallets in which each node says what the wallets below it hold together. Its root is published with that sum, so
// whoever is shown their own path knows that their money is counted in it. Others learn nothing: a leaf is hashed with a salt.

/** In cents, never below zero. */
export type SumNode = { hash: Uint8Array; cents: number };

export type Wallet = { userId: string; cents: number; /** 16 bytes, known to its owner alone. */ salt: Uint8Array };

/** A part of the tree: whose wallet it begins with, how many it holds, and its root. */
export type OwedPart = { first: string; count: number; cents: number; hash: string };

/** From a leaf to the root: what stands beside it, the lowest first. `isLeft`: it stands before one's own. */
export type OwedStep = SumNode & { isLeft: boolean };

const [LEAF, NODE, NOBODY] = [0, 1, 2].map((one) => Uint8Array.of(one)) as [Uint8Array, Uint8Array, Uint8Array];

/** Eight bytes, the highest first. @throws RangeError for what is no amount: below zero, or too large to be exact */
function bytesOf(cents: number): Uint8Array {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError("no amount of whole cents");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(cents));
  return bytes;
}

/** With the owner's id, so that no leaf is shown to two people. */
export const owedLeaf = ({ userId, cents, salt }: Wallet, hash: HashBytes): SumNode => ({
  hash: hash(LEAF, salt, bytesOf(cents), new TextEncoder().encode(userId)),
  cents,
});

export const owedNode = (left: SumNode, right: SumNode, hash: HashBytes): SumNode => ({
  hash: hash(NODE, left.hash, bytesOf(left.cents), right.hash, bytesOf(right.cents)),
  cents: left.cents + right.cents,
});

/** Stands where a tree has more leaves than there are wallets. */
const nobody = (hash: HashBytes): SumNode => ({ hash: hash(NOBODY), cents: 0 });

/** All heights of the tree, the lowest first: of that many leaves, a power of two, the last of which are nobody's. */
export function owedLevels(nodes: readonly SumNode[], leaves: number, hash: HashBytes): SumNode[][] {
  const empty = nobody(hash);
  const levels = [[...nodes, ...Array<SumNode>(leaves - nodes.length).fill(empty)]];
  for (let below = levels[0] ?? []; below.length > 1;) {
    const above: SumNode[] = [];
    for (let at = 0; at < below.length; at += 2)
      above.push(owedNode(below[at] as SumNode, below[at + 1] as SumNode, hash));
    levels.push(above);
    below = above;
  }
  return levels;
}

/** A tree that stands where there are no wallets at all, of `2 ** height` leaves. */
export function emptyTree(height: number, hash: HashBytes): SumNode {
  let node = nobody(hash);
  for (let at = 0; at < height; at++) node = owedNode(node, node, hash);
  return node;
}

export function owedPath(levels: readonly SumNode[][], index: number): OwedStep[] {
  return levels.slice(0, -1).map((level, height) => {
    const own = Math.floor(index / 2 ** height);
    const isLeft = own % 2 === 1;
    return { ...(level[isLeft ? own - 1 : own + 1] as SumNode), isLeft };
  });
}

/** The file that a person keeps: /wallet/owed.json. Programs read it years later, so no field changes its meaning. */
export type OwedFile = {
  version: 1;
  /** Of the day at whose end it was so. */
  head: DayHead;
  /** From the leaf's sibling up. All hashes and the salt are in hex. */
  path: { cents: number; hash: string; side: "left" | "right" }[];
  wallet: { user_id: string; cents: number; salt: string };
};

type OwedParts = { head: DayHead; wallet: Wallet; path: readonly OwedStep[] };

export function owedFile({ head, wallet, path }: OwedParts): OwedFile {
  return {
    ...{ version: 1, head },
    path: path.map(({ cents, hash, isLeft }) => ({ cents, hash: toHex(hash), side: isLeft ? "left" : "right" })),
    wallet: { user_id: wallet.userId, cents: wallet.cents, salt: toHex(wallet.salt) },
  };
}
