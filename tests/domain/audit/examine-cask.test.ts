import { describe, expect, it } from "vitest";
import { canonicalJson } from "~/domain/audit/hashes";
import { type CaskInput, type CertificateRow, judgeCask } from "~/domain/audit/examine-cask";
import { AFTER, AT, BEFORE, certificate, examine, markOf, sha256, stake } from "../../support/audited-cask";

describe("a cask of which nothing is wrong", () => {
  const document = { expires_on: null, issued_on: null, issuer: "x", kind: "contract", sha256: sha256("x") };
  const issue = {
    id: "v",
    method: "m",
    source: "s",
    supersedes: null,
    tier: "issue",
    value_cents: 50,
    valued_on: "2026-01-01",
  };
  const whole = () => examine({ documents: [document], valuations: [issue] }, { bought_for_cents: 190 });

  it("is counted: sold, held, free, ended, and valid certificates", () => {
    const { entry, listJson, problems } = whole();
    expect(problems).toEqual([]);
    expect(entry).toEqual({
      ...{
        bought_for_cents: 190,
        markup_cents: 60,
        certificates_valid: 2,
        documents: [document],
        ended_on: null,
        free: 2,
        id: "csk",
        issued: 2,
        list_sha256: sha256(listJson),
      },
      ...{ name: "Hogshead 41", reason: null, reserved: 1, result: "PASS", total: 5, valuations: [issue], void: 0 },
    });
  });

  it("has a list of every stake, with marks of those that are sold", () => {
    const { list, listJson } = whole();
    expect(listJson).toBe(canonicalJson(list));
    expect(list).toEqual({
      cask_id: "csk",
      stakes: [
        { mark: markOf(1), number: 1, state: "issued" },
        { mark: markOf(2), number: 2, state: "issued" },
        ...[3, 4, 5].map((number) => ({ mark: null, number, state: "free" })),
      ],
      total: 5,
    });
  });
});

describe("a stake at midnight", () => {
  const one = (of: Partial<CaskInput>) => examine({ stakes: [stake(2)], certificates: [certificate(2)], ...of });
  const standing = (of: Partial<CaskInput>) => one(of).list.stakes[1];

  it.each([
    ["bought in the day's last millisecond is sold", BEFORE, "issued"],
    ["bought as the day ended is free", AT, "free"],
  ])("%s", (_, purchased_at_ms, state) => {
    expect(standing({ stakes: [stake(2, { purchased_at_ms })] })).toMatchObject({ number: 2, state });
  });

  it("that is frozen or ended counts as void, and as it was before it changed after midnight", () => {
    const frozen = { stakes: [stake(2, { state: "frozen" })], certificates: [] };
    expect(one(frozen).entry).toMatchObject({ issued: 0, void: 1, free: 3, certificates_valid: 0 });
    expect(standing(frozen)).toEqual({ mark: null, number: 2, state: "void" });
    const change = (was: string) => ({ cask_id: "csk", number: 2, was });
    expect(standing({ ...frozen, changes: [change("active"), change("frozen")] })).toMatchObject({ state: "issued" });
    expect(standing({ changes: [change("frozen"), change("active")] })).toMatchObject({ state: "void" });
  });

  it("that was free has no mark, though it has a certificate by now", () => {
    const { entry, list } = one({ stakes: [stake(2, { purchased_at_ms: AFTER })] });
    expect(list.stakes[1]).toEqual({ mark: null, number: 2, state: "free" });
    expect(entry.certificates_valid).toBe(0);
  });

  const voided = { state: "void", voided_at_ms: BEFORE };
  it.each<[string, CertificateRow[], string | null, number]>([
    ["made after midnight: none", [certificate(2, { created_at_ms: AT })], null, 0],
    ["made and not issued: a mark, and not valid", [certificate(2, { issued_at_ms: null })], "code2", 0],
    ["issued as the day ended: a mark, and not valid", [certificate(2, { issued_at_ms: AT })], "code2", 0],
    ["void by then: its mark, and not valid", [certificate(2, voided)], "code2", 0],
    [
      "void since, as the day ended: its mark, valid",
      [certificate(2, { state: "void", voided_at_ms: AT })],
      "code2",
      1,
    ],
    ["void, nobody knows when: its mark, not valid", [certificate(2, { state: "void" })], "code2", 0],
    [
      "void and made again: the new one",
      [
        certificate(2, { ...voided, created_at_ms: BEFORE }),
        certificate(2, { code: "new", created_at_ms: BEFORE - 5 }),
      ],
      "new",
      1,
    ],
    [
      "several, all void: the latest",
      [
        certificate(2, { ...voided, code: "old", created_at_ms: BEFORE - 9 }),
        certificate(2, { ...voided, code: "late", created_at_ms: BEFORE - 1 }),
        certificate(2, { ...voided, code: "mid", created_at_ms: BEFORE - 5 }),
      ],
      "late",
      0,
    ],
    [
      "of two made at once, both void: the one that stands last",
      [certificate(2, { ...voided, code: "a" }), certificate(2, { ...voided, code: "b" })],
      "b",
      0,
    ],
  ])("has the certificate that counted then: %s", (_, certificates, code, valid) => {
    const { entry, list } = one({ certificates });
    expect(list.stakes[1]?.mark).toBe(code === null ? null : markOf(2, code));
    expect(entry.certificates_valid).toBe(valid);
  });
});

// What a change to a row brings up is in areas/proof/audits/tampering.test.ts: these are its limits, and what no change of one row shows.
describe("what is wrong with a cask is named with its field", () => {
  const frozen = stake(1, { state: "frozen" });
  const voided = (withheld: number) => certificate(1, { state: "void", withheld });
  it.each<[string, Partial<CaskInput>, Partial<CaskInput["cask"]>, string[]]>([
    ["oversold", {}, { stake_rows: 5, sold_stakes: 5 }, ["total: more is sold and reserved than there is"]],
    ["the last one sold: nothing", {}, { stake_rows: 4, sold_stakes: 4 }, []],
    ["more held than free", {}, { reserved_then: 4 }, ["free: more is reserved than there is"]],
    ["all that was free held: nothing", {}, { reserved_then: 3 }, []],
    ["sold twice", { stakes: [stake(1), stake(1), stake(2)] }, {}, ["number: stake 1 is sold twice"]],
    [
      "no such number",
      { stakes: [stake(1), stake(2), stake(6)], certificates: [1, 2, 6].map((number) => certificate(number)) },
      {},
      ["number: there is no stake 6"],
    ],
    ["a void certificate", { certificates: [voided(0), certificate(2)] }, {}, ["certificate: stake 1 has none"]],
    ["a void one that is withheld: nothing", { certificates: [voided(1), certificate(2)] }, {}, []],
    [
      "two certificates",
      { certificates: [certificate(1), certificate(1, { code: "b" }), certificate(2)] },
      {},
      ["certificate: stake 1 has 2"],
    ],
    ["one, though frozen", { stakes: [frozen, stake(2)] }, {}, ["certificate: stake 1 is frozen and has one"]],
    ["frozen, without one: nothing", { stakes: [frozen, stake(2)], certificates: [certificate(2)] }, {}, []],
    ["ended, with one: nothing", { stakes: [stake(1, { state: "exited" }), stake(2)] }, {}, []],
  ])("%s", (_, more, counters, expected) => {
    expect(examine(more, counters).problems).toEqual(expected);
  });
});

describe("the verdict on a cask", () => {
  const { entry } = examine();

  it("is PASS without a problem, and FAIL with the first three", () => {
    expect(judgeCask(entry, [])).toEqual(entry);
    expect(judgeCask(entry, ["a"])).toEqual({ ...entry, reason: "a", result: "FAIL" });
    expect(judgeCask(entry, ["a", "b", "c"]).reason).toBe("a; b; c");
    expect(judgeCask(entry, ["a", "b", "c", "d", "e"]).reason).toBe("a; b; c; 2 more");
  });
});
