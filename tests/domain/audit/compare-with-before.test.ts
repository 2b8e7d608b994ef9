import { describe, expect, it } from "vitest";
import { compareCask, type FreedRow } from "~/domain/audit/examine-cask";
import { AFTER, AT, BEFORE, certificate, END_MS, examine, input, markOf } from "../../support/audited-cask";

describe("what an earlier audit found", () => {
  const now = examine();
  const list = now.list;
  const at = (number: number, more: object) => ({
    ...list,
    stakes: list.stakes.map((one) => (one.number === number ? { ...one, ...more } : one)),
  });
  const compare = (
    before: typeof list | null,
    certificates = input().certificates,
    freed: FreedRow[] = [],
    endMs = END_MS,
  ) => compareCask(now, { list: before, endMs, facts: null }, { certificates, freed });

  it("was a stake that is free now", () => {
    expect(compare(at(3, { mark: markOf(3), state: "issued" }))).toEqual(["stakes: stake 3 was sold and is gone"]);
    expect(compare(at(3, { mark: null, state: "void" }))).toEqual(["stakes: stake 3 was sold and is gone"]);
    expect(compare(at(1, { mark: null, state: "free" }))).toEqual([]);
    expect(compare({ ...list, stakes: [...list.stakes, { mark: "x", number: 6, state: "issued" }] })).toEqual([]);
  });

  it("was a stake whose payment was refunded since then: its number is free", () => {
    const sold = at(3, { mark: markOf(3), state: "issued" });
    const freed = (number: number, freed_at_ms: number) => [{ cask_id: "csk", number, freed_at_ms }];
    expect(compare(sold, undefined, freed(3, AT))).toEqual([]);
    expect(compare(sold, undefined, freed(3, BEFORE))).toEqual(["stakes: stake 3 was sold and is gone"]);
    expect(compare(sold, undefined, freed(4, AT))).toEqual(["stakes: stake 3 was sold and is gone"]);
  });

  it("was another mark: only a certificate that was made since then explains it, and a first mark needs none", () => {
    const before = at(1, { mark: "0123456789ab" });
    expect(compare(before)).toEqual(["mark: stake 1 has another one without a new certificate"]);
    const made = (created_at_ms: number) => [certificate(1, { created_at_ms }), certificate(2)];
    expect(compare(before, made(AT))).toEqual([]);
    expect(compare(before, made(BEFORE))).toHaveLength(1);
    expect(compare(before, [certificate(1), certificate(2, { created_at_ms: AFTER })])).toHaveLength(1);
    expect(compare(at(1, { mark: null }))).toEqual([]);
  });
});
