import { createHash } from "node:crypto";
import { toHex } from "~/domain/hex";
import type { AuditDay, CertificateLeaf, DayHead, OwedFile } from "./audit-files";

/** SHA-256 of a text's UTF-8 as hex. At once, unlike the platform's own: for chains of very many rows. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** SHA-256 of all parts, one after the other. */
export function hashBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** A value that a file of the audit can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes them.
 * @throws RangeError for what JSON cannot hold: numbers that are not finite, halves of surrogate pairs, undefined
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") {
    // Halves of surrogate pairs have no UTF-8, so they have no hash either.
    if (/[\ud800-\udfff]/u.test(value)) throw new RangeError("text that is not well formed");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") throw new RangeError("a value that JSON cannot hold");
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] as Json)}`).join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** The fields of a transfer that are hashed, under the names of its columns. */
const CHAINED = [
  ...(["amount", "created_at_ms", "credit_account_id", "currency", "debit_account_id"] as const),
  ...(["id", "reason", "refers_to", "seq"] as const),
];
type Chained = (typeof CHAINED)[number];
export type ChainedRow = { [field in Chained]: field extends "amount" | "created_at_ms" | "seq" ? number : string };

/** The head of a ledger without rows. */
export const FIRST_HEAD = "0".repeat(64);

/** The head after these rows, in order of `seq`: each row is hashed together with the head before it. */
export const chainLedger = (head: string, rows: readonly ChainedRow[]): string =>
  rows.reduce(
    (before, row) => sha256(before + canonicalJson(Object.fromEntries(CHAINED.map((field) => [field, row[field]])))),
    head,
  );

/** The hash of everything in a day's file except hash and signature. */
export function hashOfDay(day: Omit<AuditDay, "hash" | "signature">): string {
  const { hash: _, signature: __, ...rest } = day as AuditDay;
  return sha256(canonicalJson(rest));
}

export const signedText = ({ certificates, date, hash, owed }: Omit<DayHead, "signature">): string =>
  canonicalJson({ certificates, date, hash, owed });

/** `certificateCode`: as stored, lower case and without hyphens. */
type MarkedStake = { certificateCode: string; stakeNumber: number; caskId: string };

/**
 * How the public list names a stake: the first 12 hex digits of the SHA-256 of certificate code, stake number and cask id, joined by line
 * feeds. It can be calculated from the certificate's code alone, and does not reveal it: that has 75 bits.
 */
export const registerMark = ({ certificateCode, stakeNumber, caskId }: MarkedStake): string =>
  sha256(`${certificateCode}\n${stakeNumber}\n${caskId}`).slice(0, 12);

// The Merkle trees of a day, as RFC 9162 shapes them: holders of a certificate or a wallet are shown the path from it to the root that the
// day publishes, and learn nothing about the others.

/** `cents`: what the wallets below it hold together, never below zero. Certificates have none. */
export type TreeNode = { hash: Uint8Array; cents: number };

/** How two nodes become the one above them. */
export type Tree = (left: TreeNode, right: TreeNode) => TreeNode;

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const certificateTree: Tree = (left, right) => ({ hash: hashBytes(NODE, left.hash, right.hash), cents: 0 });

export const certificateLeaf = ({ date, event, mark }: CertificateLeaf): TreeNode => ({
  hash: hashBytes(LEAF, new TextEncoder().encode(canonicalJson({ date, event, mark }))),
  cents: 0,
});

/** The root is published with the sum of all wallets, so a person's own path proves that their money is counted in it. */
export const owedTree: Tree = (left, right) => ({
  hash: hashBytes(NODE, left.hash, bytesOf(left.cents), right.hash, bytesOf(right.cents)),
  cents: left.cents + right.cents,
});

/** `salt`: 16 bytes, known to the owner alone. */
export type Wallet = { userId: string; cents: number; salt: Uint8Array };

/** With the owner's id, so that no leaf is shown to two people. */
export const owedLeaf = ({ userId, cents, salt }: Wallet): TreeNode => ({
  hash: hashBytes(LEAF, salt, bytesOf(cents), new TextEncoder().encode(userId)),
  cents,
});

/** Eight bytes, the highest first. @throws RangeError below zero, or where a number would not be exact */
function bytesOf(cents: number): Uint8Array {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError("no amount of whole cents");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(cents));
  return bytes;
}

/** Two halves, the left one the largest power of two below the number of nodes. */
function halves(nodes: readonly TreeNode[]): [left: readonly TreeNode[], right: readonly TreeNode[]] {
  const split = 2 ** (31 - Math.clz32(nodes.length - 1));
  return [nodes.slice(0, split), nodes.slice(split)];
}

/** The root of these nodes: leaves, or parts of the tree that have the same power of two of them each, the last one perhaps fewer. */
export function treeRoot(tree: Tree, nodes: readonly TreeNode[]): TreeNode {
  if (nodes.length <= 1) return nodes[0] ?? { hash: hashBytes(), cents: 0 };
  const [left, right] = halves(nodes);
  return tree(treeRoot(tree, left), treeRoot(tree, right));
}

/** A sibling on the way to the root. */
export type Step = { node: TreeNode; isLeft: boolean };

/** The lowest sibling first. */
export function treePath(tree: Tree, nodes: readonly TreeNode[], index: number): Step[] {
  if (nodes.length <= 1) return [];
  const [left, right] = halves(nodes);
  return index < left.length
    ? [...treePath(tree, left, index), { node: treeRoot(tree, right), isLeft: false }]
    : [...treePath(tree, right, index - left.length), { node: treeRoot(tree, left), isLeft: true }];
}

export const owedFile = (head: DayHead, { userId, cents, salt }: Wallet, path: readonly Step[]): OwedFile => ({
  version: 1,
  head,
  path: path.map(({ node, isLeft }) => ({
    cents: node.cents,
    hash: toHex(node.hash),
    side: isLeft ? "left" : "right",
  })),
  wallet: { user_id: userId, cents, salt: toHex(salt) },
});
