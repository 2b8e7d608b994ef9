import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson, type ChainedRow, chainLedger, FIRST_HEAD, hashBytes, type Json } from "~/domain/audit/hashes";
import { certificateTree, owedLeaf, owedTree, registerMark, treePath, treeRoot } from "~/domain/audit/hashes";

// RFC 8785, 3.2.2: the example of the whole, and the order of keys in 3.2.3.
it("writes RFC 8785's example letter for letter", () => {
  const value = {
    numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it("sorts keys by their UTF-16 code units, at every depth", () => {
  const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": { b: 1, a: 2 } };
  const keys = [...canonicalJson(value).matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, key]) => key);
  expect(keys).toEqual(["\\r", "1", "\u0080", "\u00f6", "a", "b", "\u20ac", "\ud83d\ude00", "\ufb33"]);
});

it("writes numbers as ECMAScript does, empty lists and objects, and nothing between", () => {
  expect(canonicalJson([0, -0, 1e21, 9007199254740991, -5e-324])).toBe("[0,0,1e+21,9007199254740991,-5e-324]");
  expect(canonicalJson({ b: [], a: {}, c: "" })).toBe('{"a":{},"b":[],"c":""}');
});

it.each([
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ["\ud800"],
  [{ "\udc00": 1 }],
  [{ a: undefined as unknown as Json }],
])("refuses what JSON cannot hold: %j", (value) => expect(() => canonicalJson(value as Json)).toThrow(RangeError));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const row = (seq: number): ChainedRow => ({
  seq,
  id: `payment:p${seq}:received`,
  debit_account_id: "house:stripe",
  credit_account_id: "house:unsettled",
  amount: 12_500,
  currency: "USD",
  reason: "payment-received",
  refers_to: `payment:p${seq}`,
  created_at_ms: 1_795_335_487_179,
});

describe("the ledger's chain", () => {
  it("of no rows is 64 zeros", () => expect(chainLedger(FIRST_HEAD, [])).toBe("0".repeat(64)));

  it("hashes the head before, as text, and the row's canonical JSON", () => {
    const text =
      '{"amount":12500,"created_at_ms":1795335487179,"credit_account_id":"house:unsettled","currency":"USD",' +
      '"debit_account_id":"house:stripe","id":"payment:p1:received","reason":"payment-received","refers_to":"payment:p1","seq":1}';
    expect(chainLedger(FIRST_HEAD, [row(1)])).toBe(sha256("0".repeat(64) + text));
  });
});

it("marks a stake by its certificate's code, its number and its cask", () => {
  const mark = registerMark({ certificateCode: "abcd2345efgh6789", stakeNumber: 41, caskId: "cask-1" });
  expect(mark).toBe(sha256("abcd2345efgh6789\n41\ncask-1").slice(0, 12));
  expect(mark).toMatch(/^[0-9a-f]{12}$/);
});

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
