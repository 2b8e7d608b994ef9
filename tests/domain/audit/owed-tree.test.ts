import fc from "fast-check";
import type { DayHead } from "~/domain/audit/audit-files";
import { describe, expect, it } from "vitest";
import {
  certificateTree,
  owedFile,
  owedLeaf,
  owedTree,
  type SumNode,
  treePath,
  treeRoot,
  type Wallet,
} from "~/domain/audit/hashes";
import { effort } from "../../support/effort";
import { toHex as hex } from "~/domain/hex";
import { hashBytes } from "~/server/sha256";

const runs = { numRuns: effort(200, 5_000) };
const wallet = (at: number, cents: number): Wallet => ({
  userId: `usr_${at}`,
  cents,
  salt: new Uint8Array(16).fill(at),
});
const tree = owedTree(hashBytes);

function treeOf(amounts: readonly number[]) {
  const wallets = amounts.map((cents, at) => wallet(at, cents));
  const leaves = wallets.map((one) => owedLeaf(one, hashBytes));
  return { wallets, leaves, root: treeRoot(tree, leaves) };
}

/** Upwards from a leaf, as its owner does it. */
const climb = (own: Wallet, path: ReturnType<typeof treePath<SumNode>>) =>
  path.reduce(
    (below, { node, isLeft }) => (isLeft ? tree.join(node, below) : tree.join(below, node)),
    owedLeaf(own, hashBytes),
  );

const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 40 });

const headOf = (root: SumNode): DayHead => ({
  ...{ certificates: { count: 0, root: "0".repeat(64) }, date: "2026-11-23", hash: "1".repeat(64) },
  owed: { cents: root.cents, root: hex(root.hash), wallets: 3 },
  signature: `${"A".repeat(86)}==`,
});

describe("the tree of what is owed", () => {
  it("has the sum of all wallets at its root, and leads there from each of them", () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const { wallets, leaves, root } = treeOf(all);
        expect(root.cents).toBe(all.reduce((sum, one) => sum + one, 0));
        for (const [at, own] of wallets.entries()) {
          const reached = climb(own, treePath(tree, leaves, at));
          expect([hex(reached.hash), reached.cents]).toEqual([hex(root.hash), root.cents]);
        }
      }),
      runs,
    );
  });

  it("is another one if a wallet is left out, holds a cent less, is another person's, or has another salt", () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (all, place) => {
        const { wallets, leaves, root } = treeOf(all);
        const at = place % all.length;
        const own = wallets[at] ?? expect.fail();
        const path = treePath(tree, leaves, at);
        const leads = (changed: Wallet) => hex(climb(changed, path).hash) === hex(root.hash);
        expect(leads({ ...own, cents: own.cents + 1 })).toBe(false);
        expect(leads({ ...own, userId: "usr_other" })).toBe(false);
        expect(leads({ ...own, salt: new Uint8Array(16).fill(255) })).toBe(false);
        expect(hex(treeOf(all.toSpliced(at, 1, own.cents + 1)).root.hash)).not.toBe(hex(root.hash));
      }),
      runs,
    );
  });

  it("binds each sum within it: one that is changed anywhere leads elsewhere", () => {
    const { wallets, leaves, root } = treeOf([500, 700, 900, 100, 40]);
    for (const [step] of treePath(tree, leaves, 2).entries()) {
      const path = treePath(tree, leaves, 2);
      const { node, isLeft } = path[step] ?? expect.fail();
      path[step] = { node: { ...node, cents: 0 }, isLeft };
      expect(hex(climb(wallets[2] ?? expect.fail(), path).hash)).not.toBe(hex(root.hash));
    }
  });

  it("holds no amount below zero, and none that is not whole cents", () => {
    for (const cents of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1])
      expect(() => owedLeaf(wallet(1, cents), hashBytes)).toThrow(RangeError);
    const node = owedLeaf(wallet(1, 5), hashBytes);
    expect(() => tree.join({ ...node, cents: -5 }, node)).toThrow(RangeError);
  });

  it("is the same in parts of a power of two, in the order of its paths too", () => {
    const hash = certificateTree(hashBytes);
    for (const count of [0, 1, 2, 3, 4, 5, 8, 9, 13]) {
      const leaves = Array.from({ length: count }, (_, at) => hashBytes(Uint8Array.of(at)));
      for (const width of [1, 2, 4, 8]) {
        const parts = Array.from({ length: Math.ceil(count / width) }, (_, at) =>
          leaves.slice(at * width, (at + 1) * width),
        );
        const roots = parts.map((part) => treeRoot(hash, part));
        expect(treeRoot(hash, roots), `${count} ${width}`).toEqual(treeRoot(hash, leaves));
        for (let at = 0; at < count; at += 1) {
          const part = Math.floor(at / width);
          const path = [...treePath(hash, parts[part] ?? [], at % width), ...treePath(hash, roots, part)];
          expect(path, `${count} ${width} ${at}`).toEqual(treePath(hash, leaves, at));
        }
      }
    }
  });

  it("is told to a person as a file that names no one else", () => {
    const { wallets, leaves, root } = treeOf([500, 700, 900]);
    const wallet = wallets[1] ?? expect.fail();
    const file = owedFile(headOf(root), wallet, treePath(tree, leaves, 1));
    expect(file).toMatchObject({
      ...{ version: 1, head: { date: "2026-11-23", owed: { cents: 2_100, root: hex(root.hash) } } },
      wallet: { user_id: "usr_1", cents: 700, salt: "01".repeat(16) },
    });
    expect(file.path.map(({ side, cents }) => [side, cents])).toEqual([
      ["left", 500],
      ["right", 900],
    ]);
    expect(JSON.stringify(file)).not.toMatch(/usr_[02]/);
  });
});
