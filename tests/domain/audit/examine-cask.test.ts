import { describe, expect, it } from "vitest";
import { type CaskInput, compareCask, examineCask, judgeCask, type StakeRow } from "~/domain/audit/examine-cask";
import { canonicalJson, registerMark, sha256 } from "~/domain/audit/hashes";

// A cask as an audit reads it: two stakes sold of five, one held by a checkout. What is read of its rows is in
// areas/proof/audits/read-pieces.test.ts, what a change to a row brings up in tampering.test.ts beside it.

const stake = (number: number, more: Partial<StakeRow> = {}): StakeRow => ({
  ...{ cask_id: "csk", number, state: "issued", code: `code${number}`, valid: 1, renewed_at_ms: 5, wrong: null },
  ...more,
});
const markOf = (number: number) =>
  registerMark({ certificateCode: `code${number}`, stakeNumber: number, caskId: "csk" });
const counters = { total_stakes: 5, sold_stakes: 2, reserved_stakes: 1, stake_rows: 2, held_rows: 1, reserved_then: 1 };
const examine = (more: Partial<CaskInput> = {}, counts: Partial<CaskInput["cask"]> = {}) =>
  examineCask({
    cask: { id: "csk", name: "Hogshead 41", ended_on: null, bought_for_cents: null, ...counters, ...counts },
    ...{ stakes: [stake(1), stake(2)], documents: [], valuations: [], ...more },
  });
const document = { expires_on: null, issued_on: null, issuer: "x", kind: "contract", sha256: sha256("x") };
const issue = {
  ...{ id: "v", method: "m", source: "s", supersedes: null, tier: "issue", value_cents: 50, valued_on: "2026-01-01" },
};

describe("a cask of which nothing is wrong", () => {
  it("is counted: sold, held, free, ended, and valid certificates", () => {
    const facts = { documents: [document], valuations: [issue] };
    const ended = stake(4, { state: "void", code: null, valid: 0 });
    const { entry, list, listJson, problems } = examine(
      { stakes: [stake(1), stake(2), ended], ...facts },
      { bought_for_cents: 190 },
    );
    expect(problems).toEqual([]);
    expect(entry).toEqual({
      ...{ bought_for_cents: 190, markup_cents: 60, certificates_valid: 2, ...facts, ended_on: null, free: 1 },
      ...{ id: "csk", issued: 2, list_sha256: sha256(listJson), name: "Hogshead 41", reason: null, reserved: 1 },
      ...{ result: "PASS", total: 5, void: 1 },
    });
    expect(listJson).toBe(canonicalJson(list));
    expect(list.stakes).toEqual([
      { mark: markOf(1), number: 1, state: "issued" },
      { mark: markOf(2), number: 2, state: "issued" },
      { mark: null, number: 3, state: "free" },
      { mark: null, number: 4, state: "void" },
      { mark: null, number: 5, state: "free" },
    ]);
  });
});

describe("what is wrong with a cask is named with its field", () => {
  it.each<[string, Partial<CaskInput>, Partial<CaskInput["cask"]>, string[]]>([
    ["oversold", {}, { stake_rows: 5, sold_stakes: 5 }, ["total: more is sold and reserved than there is"]],
    ["the last one sold: nothing", {}, { stake_rows: 4, sold_stakes: 4 }, []],
    ["more held than free", {}, { reserved_then: 4 }, ["free: more is reserved than there is"]],
    ["all that was free held: nothing", {}, { reserved_then: 3 }, []],
    ["sold twice", { stakes: [stake(1), stake(1), stake(2)] }, {}, ["number: stake 1 is sold twice"]],
    ["no such number", { stakes: [stake(1), stake(6)] }, {}, ["number: there is no stake 6"]],
    ["a stake", { stakes: [stake(2, { wrong: "owner: stake # is not" })] }, {}, ["owner: stake 2 is not"]],
  ])("%s", (_, more, counts, expected) => {
    expect(examine(more, counts).problems).toEqual(expected);
  });

  it("says FAIL with the first three problems, and PASS without one", () => {
    const { entry } = examine();
    expect(judgeCask(entry, [])).toEqual(entry);
    expect(judgeCask(entry, ["a"])).toEqual({ ...entry, reason: "a", result: "FAIL" });
    expect(judgeCask(entry, ["a", "b", "c"]).reason).toBe("a; b; c");
    expect(judgeCask(entry, ["a", "b", "c", "d", "e"]).reason).toBe("a; b; c; 2 more");
  });
});

describe("a list compared with that of an earlier audit", () => {
  const END_MS = 1_000_000;
  const [BEFORE, AT] = [END_MS - 1, END_MS];
  const GONE = "stakes: stake 3 was sold and is gone";
  const { list } = examine();
  const at = (number: number, more: object) => ({
    ...list,
    stakes: list.stakes.map((one) => (one.number === number ? { ...one, ...more } : one)),
  });
  const sold = at(3, { mark: markOf(3), state: "issued" });
  const other = at(1, { mark: "0123456789ab" });
  const freed = (number: number, freed_at_ms: number) => [{ cask_id: "csk", number, freed_at_ms }];
  const renewed = (number: number, renewed_at_ms: number) => [stake(number, { renewed_at_ms })];

  it.each<[string, typeof list, { stakes?: StakeRow[]; freed?: ReturnType<typeof freed> }, string[]]>([
    ["misses a stake that was issued", sold, {}, [GONE]],
    ["misses a stake that was void", at(3, { mark: null, state: "void" }), {}, [GONE]],
    ["lets a free one be sold", at(1, { mark: null, state: "free" }), {}, []],
    ["lets a stake be free whose payment was refunded since", sold, { freed: freed(3, AT) }, []],
    ["but not if it was refunded earlier", sold, { freed: freed(3, BEFORE) }, [GONE]],
    ["nor if another one was", sold, { freed: freed(4, AT) }, [GONE]],
    ["misses a mark that is another", other, {}, ["mark: stake 1 has another one without a new certificate"]],
    ["unless its certificate was made since", other, { stakes: renewed(1, AT) }, []],
    ["and not earlier", other, { stakes: renewed(1, BEFORE) }, [expect.stringContaining("mark: stake 1") as string]],
    ["nor that of another", other, { stakes: renewed(2, AT) }, [expect.stringContaining("mark: stake 1") as string]],
    ["lets a first mark be given", at(1, { mark: null }), {}, []],
    ["says how many stakes there were", { ...list, total: 6 }, {}, ["total: it was 6"]],
  ])("%s", (_, before, { stakes = [], freed: all = [] }, expected) => {
    const then = { list: before, endMs: END_MS, facts: null };
    expect(compareCask(examine(), then, { stakes, freed: all })).toEqual(expected);
  });
});
