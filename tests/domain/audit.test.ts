import { describe, expect, it } from "vitest";
import { moneyOfDay } from "~/areas/proof/publish-day";
import { house } from "~/core/ledger/accounts";
import { pageOf, stakeInAudit } from "~/domain/audit/audit-pages";
import { type CaskInput, compareCask, examineCask, judgeCask, type StakeRow } from "~/domain/audit/examine-cask";
import {
  canonicalJson,
  type ChainedRow,
  chainLedger,
  FIRST_HEAD,
  type Json,
  owedLeaf,
  owedTree,
  registerMark,
  sha256,
} from "~/domain/audit/hashes";

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

it("the trees of a day hold no amount below zero, and none that is not whole cents", () => {
  const leaf = (cents: number) => owedLeaf({ userId: "usr_a", cents, salt: new Uint8Array(16) });
  for (const cents of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1]) expect(() => leaf(cents)).toThrow(RangeError);
  expect(() => owedTree({ ...leaf(5), cents: -5 }, leaf(5))).toThrow(RangeError);
});

// A cask as an audit reads it: two stakes sold of five, one held by a checkout. What is read of its rows is in
// areas/proof/audits/read-pieces.test.ts, what a change to a row brings up in tampering.test.ts beside it.

const stake = (number: number, more: Partial<StakeRow> = {}): StakeRow => ({
  ...{ number, state: "issued", code: `code${number}`, valid: 1, renewed_at_ms: 5, wrong: null },
  ...more,
});
const markOf = (number: number) =>
  registerMark({ certificateCode: `code${number}`, stakeNumber: number, caskId: "csk" });
const examine = (more: Partial<CaskInput> = {}, counts: Partial<CaskInput["cask"]> = {}) =>
  examineCask({
    cask: {
      id: "csk",
      name: "Hogshead 41",
      ended_on: null,
      bought_for_cents: null,
      total_stakes: 5,
      reserved_then: 1,
      ...counts,
    },
    ...{ stakes: [stake(1), stake(2)], documents: [], valuations: [], freed: [], ...more },
  });
const document = { expires_on: null, issued_on: null, issuer: "x", kind: "contract", sha256: sha256("x") };
const issue = { ...{ id: "v", method: "m", source: "s", tier: "issue", value_cents: 50, valued_on: "2026-01-01" } };

it("a cask without problems is counted: sold, reserved, free, void, and valid certificates", () => {
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

describe("what is wrong with a cask is named with its field", () => {
  it.each<[string, Partial<CaskInput>, Partial<CaskInput["cask"]>, string[]]>([
    ["more held than free", {}, { reserved_then: 4 }, ["free: more is reserved than there is"]],
    ["all that was free held: nothing", {}, { reserved_then: 3 }, []],
    ["sold twice", { stakes: [stake(1), stake(1), stake(2)] }, {}, ["number: stake 1 is sold twice"]],
    ["no such number", { stakes: [stake(1), stake(6)] }, {}, ["number: there is no stake 6"]],
    ["a stake", { stakes: [stake(2, { wrong: "owner: stake # is not" })] }, {}, ["owner: stake 2 is not"]],
  ])("%s", (_, more, counts, expected) => expect(examine(more, counts).problems).toEqual(expected));

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
  const freed = (number: number, freed_at_ms: number) => [{ number, freed_at_ms }];
  const renewed = (number: number, renewed_at_ms: number) => [stake(number, { renewed_at_ms })];

  it.each<[string, typeof list, { stakes?: StakeRow[]; freed?: ReturnType<typeof freed> }, string[]]>([
    ["misses a stake that was issued", sold, {}, [GONE]],
    ["misses a stake that was void", at(3, { mark: null, state: "void" }), {}, [GONE]],
    ["lets a free one be sold", at(1, { mark: null, state: "free" }), {}, []],
    ["lets a stake be free whose payment was refunded since", sold, { freed: freed(3, AT) }, []],
    ["misses a stake whose payment was refunded earlier", sold, { freed: freed(3, BEFORE) }, [GONE]],
    ["misses a stake if the payment of another one was refunded", sold, { freed: freed(4, AT) }, [GONE]],
    ["misses a mark that is another", other, {}, ["mark: stake 1 has another one without a new certificate"]],
    ["lets a mark change with a certificate made since", other, { stakes: renewed(1, AT) }, []],
    [
      "misses a mark if its certificate was made earlier",
      other,
      { stakes: renewed(1, BEFORE) },
      [expect.stringContaining("mark: stake 1") as string],
    ],
    [
      "misses a mark if another stake has a new certificate",
      other,
      { stakes: renewed(2, AT) },
      [expect.stringContaining("mark: stake 1") as string],
    ],
    ["lets a first mark be given", at(1, { mark: null }), {}, []],
    ["says how many stakes there were", { ...list, total: 6 }, {}, ["total: it was 6"]],
  ])("%s", (_, before, { stakes = [], freed: all = [] }, expected) => {
    const then = { entry: { documents: [], valuations: [] }, list: before, endMs: END_MS };
    expect(compareCask(examine(), then, { stakes, freed: all })).toEqual(expected);
  });
});

describe("the money of a day", () => {
  const owed = { wallets_cents: 1, rewards_pending_cents: 20, withdrawals_open_cents: 300, unsettled_cents: 4_000 };
  const told = { ...owed, cask_proceeds_cents: 50_000, owed_cents: 54_321 };
  const then = (held: number) => ({
    ...{ [house.bank]: 100 - held, "house:stripe": -100, wallets: 3, [house.resale]: -2, "rewards-pending": 20 },
    ...{ [house.withdrawals]: 300, [house.unsettled]: 4_000, [house.caskProceeds]: 50_000 },
  });

  it("passes while what is held covers what is owed, to the cent", () => {
    expect(moneyOfDay(then(54_321), [])).toEqual({ ...told, held_cents: 54_321, reason: null, result: "PASS" });
    expect(moneyOfDay(then(54_322), []).result).toBe("PASS");
  });

  it("fails a cent below, and for anything else that is wrong", () => {
    expect(moneyOfDay(then(54_320), [])).toMatchObject({ reason: "held_cents: 1 less than is owed", result: "FAIL" });
    expect(moneyOfDay(then(60_000), ["a", "b"])).toMatchObject({ owed_cents: 54_321, reason: "a; b", result: "FAIL" });
    expect(moneyOfDay(then(0), ["a"]).reason).toBe("held_cents: 54321 less than is owed; a");
  });
});

const things = ["a", "b", "c", "d", "e"];

it.each<[string | null, string[], number]>([
  [null, ["a", "b"], 1],
  ["3", ["e"], 3],
  ["4", ["a", "b"], 1],
  ["0", ["a", "b"], 1],
  ["2x", ["a", "b"], 1],
])("a page of many things %j", (asked, shown, page) =>
  expect(pageOf(things, 2, asked)).toEqual({ shown, page, pages: 3 }),
);

// What the holder of a certificate is told about the audit.
const marked = { caskId: "csk_1", number: 601, code: "abcd2345efgh6789" };
const mark = registerMark({ certificateCode: marked.code, stakeNumber: 601, caskId: "csk_1" });
const href = "/audit/2026-11-21/csk_1?page=4#stake-601";

it.each([
  ["of long ago is in the newest audit", "2026-01-01T00:00:00Z", "2026-11-21", { on: "2026-11-21", href }],
  ["of today is in none yet", "2026-11-22T00:00:00Z", "2026-11-21", { on: null, href: null }],
  ["before the first audit of all is in none yet", "2026-01-01T00:00:00Z", null, { on: null, href: null }],
])("a certificate %s", (_, made, auditedOn, found) =>
  expect(stakeInAudit({ ...marked, madeAtMs: Date.parse(made), auditedOn })).toEqual({ mark, ...found }),
);
