import fc from "fast-check";
import type { DayHead } from "~/domain/audit/audit-files";
import { describe, expect, it } from "vitest";
import {
  emptyTree,
  owedFile,
  owedLeaf,
  owedLevels,
  owedNode,
  owedPath,
  type SumNode,
  type Wallet,
} from "~/domain/audit/owed-tree";
import { effort } from "../../support/effort";
import { toHex as hex } from "~/domain/hex";
import { hashBytes } from "~/server/sha256";

const runs = { numRuns: effort(200, 5_000) };
const wallet = (at: number, cents: number): Wallet => ({
  userId: `usr_${at}`,
  cents,
  salt: new Uint8Array(16).fill(at),
});
const rootOf = (levels: readonly SumNode[][]) => levels.at(-1)?.[0] ?? expect.fail();

function treeOf(amounts: readonly number[]) {
  const wallets = amounts.map((cents, at) => wallet(at, cents));
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, amounts.length)));
  const levels = owedLevels(
    wallets.map((one) => owedLeaf(one, hashBytes)),
    leaves,
    hashBytes,
  );
  return { wallets, levels, root: rootOf(levels) };
}

/** Upwards from a leaf, as its owner does it. */
const climb = (own: Wallet, path: ReturnType<typeof owedPath>) =>
  path.reduce(
    (below, beside) => (beside.isLeft ? owedNode(beside, below, hashBytes) : owedNode(below, beside, hashBytes)),
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
        const { wallets, levels, root } = treeOf(all);
        expect(root.cents).toBe(all.reduce((sum, one) => sum + one, 0));
        for (const [at, own] of wallets.entries()) {
          const reached = climb(own, owedPath(levels, at));
          expect([hex(reached.hash), reached.cents]).toEqual([hex(root.hash), root.cents]);
        }
      }),
      runs,
    );
  });

  it("is another one if a wallet is left out, holds a cent less, is another person's, or has another salt", () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (all, place) => {
        const { wallets, levels, root } = treeOf(all);
        const at = place % all.length;
        const own = wallets[at] ?? expect.fail();
        const path = owedPath(levels, at);
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
    const { wallets, levels, root } = treeOf([500, 700, 900, 100, 40]);
    for (const [step] of owedPath(levels, 2).entries()) {
      const path = owedPath(levels, 2);
      path[step] = { ...(path[step] ?? expect.fail()), cents: 0 };
      expect(hex(climb(wallets[2] ?? expect.fail(), path).hash)).not.toBe(hex(root.hash));
    }
  });

  it("holds no amount below zero, and none that is not whole cents", () => {
    for (const cents of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1])
      expect(() => owedLeaf(wallet(1, cents), hashBytes)).toThrow(RangeError);
    const node = owedLeaf(wallet(1, 5), hashBytes);
    expect(() => owedNode({ ...node, cents: -5 }, node, hashBytes)).toThrow(RangeError);
  });

  it("of nobody is what a tree of wallets is filled up with", () => {
    const levels = owedLevels([owedLeaf(wallet(0, 7), hashBytes)], 8, hashBytes);
    expect(hex(levels[2]?.[1]?.hash ?? expect.fail())).toBe(hex(emptyTree(2, hashBytes).hash));
    expect(rootOf(levels).cents).toBe(7);
  });

  it("is told to a person as a file that names no one else", () => {
    const { wallets, levels, root } = treeOf([500, 700, 900]);
    const wallet = wallets[1] ?? expect.fail();
    const file = owedFile({ head: headOf(root), wallet, path: owedPath(levels, 1) });
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
