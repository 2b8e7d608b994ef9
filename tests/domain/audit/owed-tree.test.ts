import { describe, expect, it } from "vitest";
import { certificateTree, hashBytes, owedLeaf, owedTree, treePath, treeRoot } from "~/domain/audit/hashes";

// node/verifier-proofs.test.ts follows every path to its root with other code.

describe("the trees of a day", () => {
  it("hold no amount below zero, and none that is not whole cents", () => {
    const leaf = (cents: number) => owedLeaf({ userId: "usr_a", cents, salt: new Uint8Array(16) });
    for (const cents of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1]) expect(() => leaf(cents)).toThrow(RangeError);
    expect(() => owedTree({ ...leaf(5), cents: -5 }, leaf(5))).toThrow(RangeError);
  });

  it("are the same in parts of a power of two, in the order of their paths too", () => {
    const hash = certificateTree;
    for (const count of [0, 1, 2, 3, 4, 5, 8, 9, 13]) {
      const leaves = Array.from({ length: count }, (_, at) => ({ hash: hashBytes(Uint8Array.of(at)), cents: 0 }));
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
});
