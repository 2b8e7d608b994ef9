import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Day, filesOf, makeHistory, sha } from "../support/audit-history";
import { folderWith, removeFolders, run } from "./support/audit-folders";

// What each field may hold: the values next to those that are allowed, and the words that say what is wrong.

afterAll(removeFolders);

type Json = Record<string, unknown>;
const DATE = "2026-10-29";
const history = makeHistory({ days: 1, casks: 2, stakes: 3, first: DATE });
const day = history.days[0] as unknown as Json;
const [list = expect.fail()] = history.lists.values();
const listPath = `audit/lists/${sha(canonical(list))}.json`;

/** Where something stands: 'money.reason', 'casks.0.id'. */
function withValue(of: object, path: string, value: unknown): string {
  const copy = structuredClone(of);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const holder = keys.reduce<Json>((inner, key) => inner[key] as Json, copy as Json);
  holder[last] = value;
  return canonical(copy);
}

async function saidOf(path: string, text: string): Promise<string[]> {
  const files = filesOf(history);
  files.delete("audit/latest.json");
  const { said } = await run(folderWith(files.set(path, text)));
  return said.split("\n").filter((line) => line.startsWith("FAIL"));
}
const ofDay = (text: string) => saidOf(`audit/days/${DATE}.json`, text);

const CASK = "casks[csk_made_up_0000]";
const VALUE = `${CASK}.valuations[val_0000_0]`;
const [text, whole, count, cents, letters] = [
  "text",
  "a whole number",
  "a count",
  "whole cents",
  "text of one letter or more",
];
const allowed: [string, string, string, unknown[]][] = [
  ["version", "version", "1, the only version that this program knows. Get a newer one", [0, 11, "1", null]],
  [
    "date",
    "date",
    "a date",
    [null, "2026-13-01", "2026-00-10", "2026-10-32", "2026-10-00", "2026-1-1", `${DATE}T`, "x2026-10-29"],
  ],
  ["hash", "hash", "a SHA-256", [null, "", sha("x").slice(1), `${sha("x")}0`, sha("x").toUpperCase()]],
  ["previous_date", "previous_date", "a date or null", [0, "null"]],
  ["previous_hash", "previous_hash", "a SHA-256 or null", [0, "x"]],
  ["ledger_rows", "ledger_rows", count, [-1, 1.5, "1", null, 1e15]],
  ["reason", "reason", `${letters} or null`, ["", 1]],
  ["result", "result", "PASS or FAIL", ["pass", "", null, "PASSFAIL"]],
  ["money.owed_cents", "money.owed_cents", cents, [1.5, "1", null, 1e15, -1e15]],
  ["money.reason", "money.reason", `${letters} or null`, [""]],
  ["casks.0.name", `${CASK}.name`, letters, ["", null, "\ud83d"]],
  ["casks.0.issued", `${CASK}.issued`, whole, [0.5, null]],
  ["casks.0.reason", `${CASK}.reason`, `${letters} or null`, [""]],
  ["casks.0.documents.0.kind", `${CASK}.documents[0].kind`, letters, [""]],
  ["casks.0.documents.0.issuer", `${CASK}.documents[0].issuer`, letters, [""]],
  ["casks.0.documents.0.expires_on", `${CASK}.documents[0].expires_on`, "a date or null", [""]],
  ["casks.0.valuations.0.method", `${VALUE}.method`, text, [null, 1, "\udc00"]],
  ["casks.0.valuations.0.supersedes", `${VALUE}.supersedes`, `${letters} or null`, [""]],
  ["casks.0.valuations.0.value_cents", `${VALUE}.value_cents`, count, [-1]],
];

describe("a field of a day", () => {
  it.each(allowed.flatMap(([at, path, words, values]) => values.map((value) => [at, path, words, value] as const)))(
    "%s, called %s, is %s and not %j",
    async (at, path, words, value) => {
      expect(await ofDay(withValue(day, at, value))).toEqual([
        `FAIL ${DATE} ${path}: ${JSON.stringify(value)} is not ${words}`,
      ]);
    },
  );

  it.each<[string, unknown]>([
    ["casks.0.name", '"\\\b\f\n\r\t\u0001\u001f\u007f é 🥃'],
    ["casks.0.valuations.0.method", ""],
    ["casks.0.valuations.0.source", '\\\\"'],
    ["casks.0.valuations.0.value_cents", 999_999_999_999_999],
    ["casks.0.valuations.0.value_cents", 0],
    ["ledger_rows", 10],
  ])("%s may be %j", async (at, value) => {
    const sealed = { ...(JSON.parse(withValue(day, at, value)) as Day) };
    const { hash: _, signature: __, ...rest } = sealed;
    expect(await ofDay(canonical({ ...sealed, hash: sha(canonical(rest)) }))).toEqual([]);
  });

  it("is named by its place where what it belongs to has no name", async () => {
    const object = { id: { other: 1 } };
    expect(await ofDay(withValue(day, "casks.1", object))).toEqual([
      `FAIL ${DATE} casks[1].certificates_valid: is missing`,
    ]);
    expect(await ofDay(withValue(day, "casks.1", 7))).toEqual([`FAIL ${DATE} casks[1]: 7 is not an object`]);
    expect(await ofDay(withValue(day, "casks.0.documents", {}))).toEqual([
      `FAIL ${DATE} ${CASK}.documents: this is not a list`,
    ]);
    expect(await ofDay(withValue(day, "money", [1]))).toEqual([`FAIL ${DATE} money: this is not an object`]);
    expect(await ofDay(withValue(day, "casks.0.name", ["x"]))).toEqual([
      `FAIL ${DATE} ${CASK}.name: this is not ${letters}`,
    ]);
  });

  it("may hold anything, however deep, and is named", async () => {
    const text = canonical(day).replace(/"hash":"\w+"/, `"hash":${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(await ofDay(text)).toEqual([`FAIL ${DATE} hash: this is not a SHA-256`]);
  });

  it("of another version is not looked at", async () => {
    expect(await ofDay('{"casks":7,"version":2}')).toEqual([
      `FAIL ${DATE} version: 2 is not 1, the only version that this program knows. Get a newer one`,
    ]);
  });

  it("that is very long is shown in part", async () => {
    expect(await ofDay(withValue(day, "result", "x".repeat(500)))).toEqual([
      `FAIL ${DATE} result: "${"x".repeat(79)} is not PASS or FAIL`,
    ]);
  });
});

describe("a field of a list", () => {
  it.each<[string, string, string, unknown]>([
    ["cask_id", "cask_id", letters, ""],
    ["total", "total", whole, 1.5],
    ["stakes.1.mark", "stakes[2].mark", "12 hex digits or null", "0123"],
    ["stakes.1.mark", "stakes[2].mark", "12 hex digits or null", "0123456789AB"],
    ["stakes.1.number", "stakes[-2].number", count, -2],
    ["stakes.1.state", "stakes[2].state", "issued, free or void", "reserved"],
  ])("%s, called %s, is %s and not %j", async (at, path, words, value) => {
    expect(await saidOf(listPath, withValue(list, at, value))).toEqual([
      `FAIL ${DATE} ${CASK}.list.${path}: ${JSON.stringify(value)} is not ${words} (the list has another hash: it was changed)`,
    ]);
  });
});

describe("a text that is not JSON, or not the one way to write it,", () => {
  const right = canonical(day);
  const REASONS = "a blank, keys are not sorted, a key twice, or another form of a number or letter";
  const CANONICAL = `is not written canonically (${REASONS})`;

  it.each<[string, (was: string) => string, string]>([
    ["a blank before all", (was) => ` ${was}`, "file"],
    ["a blank after all", (was) => `${was} `, "file"],
    ["a blank in a list", (was) => was.replace("},{", "}, {"), "casks[csk_made_up_0000].documents[1]"],
    [
      "a blank between casks",
      (was) => was.replace(',{"certificates_valid":', ', {"certificates_valid":'),
      "casks[csk_made_up_0001]",
    ],
    ["a blank in the money", (was) => was.replace('"held_cents":', '"held_cents" :'), "money.held_cents"],
    [
      "a blank in a document",
      (was) => was.replace('"issuer":', '"issuer": '),
      "casks[csk_made_up_0000].documents[0].issuer",
    ],
    ["a blank in a value", (was) => was.replace('"tier":', '"tier": '), `${VALUE}.tier`],
    ["a number", (was) => was.replace('"version":1', '"version":1.0'), "version"],
    ["a slash", (was) => was.replace('"method":"c', '"method":"\\u0063'), `${VALUE}.method`],
    ["an escape in capitals", (was) => was.replace('"method":"c', '"method":"\\u001F'), `${VALUE}.method`],
    ["keys", (was) => was.replace(/("hash":"\w+"),("ledger_head":"\w+")/, "$2,$1"), "ledger_head"],
    ["a key twice", (was) => was.replace('"version":1', '"version":1,"version":1'), "version"],
  ])("is named where it begins: %s", async (_, edit, field) => {
    expect(await ofDay(edit(right))).toEqual([`FAIL ${DATE} ${field}: ${CANONICAL}`]);
  });

  it.each<[string, (was: string) => string, string]>([
    ["something behind a text", () => '"x" {', "file"],
    ["no comma", (was) => was.replace(',"free"', '"free"'), "casks[0].ended_on"],
    ["no colon", (was) => was.replace('"free":', '"free"'), "casks[0].free"],
    ["in the second cask", (was) => was.replace('"id":"csk_made_up_0001"', '"id""csk_made_up_0001"'), "casks[1].id"],
    ["in the second document", (was) => was.replace('"kind":"gauge"', '"kind""gauge"'), "casks[0].documents[1].kind"],
    ["behind the casks", (was) => was.replace('"date":', '"date"'), "date"],
    ["in the money", (was) => was.replace('"held_cents":', '"held_cents"'), "money.held_cents"],
    ["in a list", () => '[{"date"1}]', "[0].date"],
    ["cut off in a text", (was) => `${was.slice(0, was.indexOf("comparable"))}a [b`, "casks[0].valuations[0].method"],
    // Here Node does not say where.
    ["a word", (was) => was.replace('"ledger_rows":', '"ledger_rows":x'), "file"],
  ])("is named by the places in it: %s", async (_, edit, field) => {
    const [said, ...more] = await ofDay(edit(right));
    expect(said?.startsWith(`FAIL ${DATE} ${field}: the file is not JSON: `)).toBe(true);
    expect(more).toEqual([]);
  });
});
