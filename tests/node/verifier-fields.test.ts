import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Day, resealFrom, sha } from "../support/audit-history";
import {
  altered,
  backwards,
  base,
  BID,
  C1,
  dateAt,
  folderWith,
  listOf,
  removeFolders,
  run,
  set,
  twice,
  V1,
  votes,
  without,
  wrongIn,
} from "./support/altered";

// Every field there is in a day's file and in a list, one after the other, changed in every way that a field can be.

afterAll(removeFolders);

type Json = Record<string, unknown>;
type Place = { path: string; key: string; holder: (file: Json) => Json };

/** Every field, as the program calls it; of each list of alike things the first one only. */
function placesIn(value: Json, path = "", holder: Place["holder"] = (file) => file): Place[] {
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const here = { path: path ? `${path}.${key}` : key, key, holder };
    const below = (file: Json) => holder(file)[key];
    if (Array.isArray(inner)) {
      const [first] = inner as Json[];
      return [
        here,
        ...placesIn(first ?? {}, `${here.path}[${nameOf(first)}]`, (file) => (below(file) as Json[])[0] ?? {}),
      ];
    }
    const isObject = typeof inner === "object" && inner !== null;
    return isObject ? [here, ...placesIn(inner as Json, here.path, (file) => below(file) as Json)] : [here];
  });
}

const nameOf = (item?: Json) => (item?.id ?? item?.number ?? 0) as string | number;

const day = base.days[2] as Day;
/** A copy of the day in which one field is another, in a history that is otherwise as it was. */
const withDay = (edit: (file: Json) => unknown) => {
  const copy = structuredClone(day) as unknown as Json;
  edit(copy);
  return base.days.map((one, at) => (at === 2 ? (copy as unknown as Day) : one));
};
const places = placesIn(day as unknown as Json).map((place): [string, Place] => [place.path, place]);
// What has no id is named by its place.
const called = (path: string) => path.replace(/\[\w+\]\.id$/, "[0].id");

describe("a day's field", () => {
  it("is tried for all 80 places of a day", () => expect(places.length).toBe(80));

  // The name of a file has its date.
  it.each(places.filter(([path]) => path !== "date"))(
    "%s: of another kind, left out, or with another one beside it, it is named",
    async (path, { key, holder }) => {
      const saying = (what: string) =>
        expect.arrayContaining([expect.stringContaining(`${dateAt(2)} ${what}`)]) as unknown;
      expect(await wrongIn(withDay((file) => (holder(file)[key] = { other: 1 })))).toEqual(saying(called(path)));
      expect(await wrongIn(withDay((file) => delete holder(file)[key]))).toEqual(saying(`${called(path)}: is missing`));
      expect(await wrongIn(withDay((file) => (holder(file)[`${key}_x`] = 1)))).toEqual(
        saying(`${path}_x: is not a field of the format`),
      );
    },
  );

  const letters = "text of one letter or more";
  it.each<[string, string, string, unknown[]]>([
    ["version", "version", "1, the only version that this program knows. Get a newer one", [0, 2, "1", null]],
    ["hash", "hash", "a SHA-256", [null, "", sha("x").slice(1), `${sha("x")}0`, sha("x").toUpperCase()]],
    ["previous_hash", "previous_hash", "a SHA-256 or null", [0, "x"]],
    ["ledger_rows", "ledger_rows", "a count", [-1, 1.5, "1", null, 1e15]],
    ["result", "result", "PASS or FAIL", ["pass", "", null, "PASSFAIL"]],
    ["money.owed_cents", "money.owed_cents", "whole cents", [1.5, "1", null, 1e15, -1e15]],
    ["signature", "signature", "64 bytes in base64", ["", null, "AQ=="]],
    ["casks.1.name", `${C1}.name`, letters, ["", null, "\ud80d"]],
    ["casks.1.documents.0.expires_on", `${C1}.documents[0].expires_on`, "a date or null", ["", "2026-02-30"]],
    ["casks.1.valuations.0.method", `${C1}.${V1}.method`, "text", [null, 1, "\udc00"]],
    ["casks.1.valuations.0.value_cents", `${C1}.${V1}.value_cents`, "a count", [-1]],
    ["resales.0.price_cents", "resales[0].price_cents", "a count above 0", [0, -1]],
    ["bids.0.voted_parts", "bids[bid_1].voted_parts", "a number from 1 to 99", [0, 100]],
    ["bids.0.result", "bids[bid_1].result", "accepted, refused or expired or null", ["open"]],
    ["bids.0.opened_at", "bids[bid_1].opened_at", "a time", ["2026-10-20"]],
  ])("%s, called %s, is %s", async (at, path, words, values) => {
    for (const value of values)
      expect(await wrongIn(withDay((file) => set(file, at, value)))).toContain(
        `${dateAt(2)} ${path}: ${JSON.stringify(value)} is not ${words}`,
      );
  });
});

describe("a file that is not JSON, or not written in the one way there is, fails with its date", () => {
  const right = canonical(day);
  const NOT = "is not written canonically";
  const C0 = "casks[csk_made_up_0000]";
  it.each<[string, (was: string) => string | Uint8Array, string]>([
    ["a line feed after all", (was) => `${was}\n`, `file: ${NOT}`],
    ["a blank in a document", (was) => was.replace('"issuer":', '"issuer": '), `file: ${NOT}`],
    ["another form of a number", (was) => was.replace('"reserved":2', '"reserved":2.0'), `file: ${NOT}`],
    ["another form of a letter", (was) => was.replace("Ü", "\\u00dc"), `file: ${NOT}`],
    ["half a letter", (was) => was.replace("Ü", "\\ud80d"), `${C0}.name: `],
    ["keys that are not sorted", (was) => was.replace(/("hash":"\w+"),("ledger_head":"\w+")/, "$2,$1"), `file: ${NOT}`],
    ["a key twice", (was) => was.replace('"free":', '"free":1,"free":'), `file: ${NOT}`],
    [
      "a key called __proto__",
      (was) => was.replace('{"bids"', '{"__proto__":{},"bids"'),
      "__proto__: is not a field of the format",
    ],
    [
      "a number beyond what is exact",
      (was) => was.replace('"reserved":2', '"reserved":9007199254740992'),
      `${C0}.reserved: 9007199254740992 is not a whole number`,
    ],
    ["no comma", (was) => was.replace(',"free"', '"free"'), "file: Expected ',' or '}'"],
    ["a file cut off in a text", (was) => was.slice(0, was.indexOf("comparable")), "file: Unterminated string"],
    ["an empty file", () => "", "file: Unexpected end of JSON input"],
    ["bytes that are not text", () => new Uint8Array([0x7b, 0xff, 0xfe]), "file: The encoded data was not valid"],
    ["a list", () => "[]", "file: this is not an object"],
    ...[null, "2026-02-30", "2026-1-1", "x2026-10-31"].map((date): [string, (was: string) => string, string] => [
      `the date ${date}`,
      (was) => was.replace(/"date":"[^"]*","hash"/, `"date":${JSON.stringify(date)},"hash"`),
      `date: ${JSON.stringify(date)} is not a date`,
    ]),
    ["the file of another day", () => canonical(base.days[1]), `date: is "${dateAt(1)}" in the file of ${dateAt(2)}`],
    [
      "casks that are none",
      (was) => was.replace(/"casks":.*,"date"/s, '"casks":[null,7],"date"'),
      "casks[0]: null is not an object",
    ],
    ["another version", () => '{"casks":7,"version":2}', "version: 2 is not 1, the only version"],
    [
      "very deep nesting",
      (was) => was.replace(/"hash":"\w+"/, `"hash":${"[".repeat(50_000)}${"]".repeat(50_000)}`),
      "hash: this is not a SHA-256",
    ],
  ])("%s", async (_, edit, expected) => {
    const wrong = await wrongIn(base.days, [[`audit/days/${dateAt(2)}.json`, edit(right) as string]]);
    expect(wrong).toContainEqual(expect.stringContaining(`${dateAt(2)} ${expected}`));
  });

  it("compares the days around it", async () => {
    const days = resealFrom(
      base.days.map((one, at) => (at >= 4 ? set(structuredClone(one), "casks.1.valuations.0.tier", "x") : one)),
      4,
    );
    const wrong = await wrongIn(days, [[`audit/days/${dateAt(3)}.json`, "{"]]);
    expect(wrong).toContainEqual(
      expect.stringContaining(`${dateAt(4)} ${C1}.${V1}.tier: was "modelled" on ${dateAt(2)}`),
    );
    expect((await run(folderWith([[`audit/days/${dateAt(5)}.json`, "[]"]]))).said).toBe(
      `FAIL ${dateAt(5)} file: this is not an object`,
    );
  });
});

// Lists of stakes and of votes, altered in one place, with the hashes of their days made to fit and without.
describe("a list", () => {
  const CHANGED = "(the list has another hash: it was changed)";
  const stakes: [path: string, value: unknown, expected: string][] = [
    ["stakes.0.state", "void", "list.stakes: "],
    ["stakes.0", (was: object) => ({ ...was, state: "free", mark: null }), "list.stakes: "],
    ["stakes.3.number", 3, "list.stakes[3].number: number 4 should stand here, once"],
    ["stakes", without(11), "list.total: is 12, with 11 stakes, not 12"],
    ["total", 13, "list.total: is 13, with 12 stakes, not 12"],
    ["stakes.1.mark", listOf().stakes[0]?.mark, "list.stakes[2].mark: of a free stake, or there twice"],
    ["stakes.11.mark", "0123456789ab", "list.stakes[12].mark: of a free stake, or there twice"],
    ["cask_id", "csk_other", 'list.cask_id: is "csk_other"'],
  ];
  const ofVotes: typeof stakes = [
    ["bid_id", "bid_2", 'list.bid_id: is "bid_2"'],
    ["stakes.4.choice", "accept", "list.stakes: 5 accept, the day says 4 accepted"],
    ["stakes.4.choice", null, "list.stakes: 1 decline, the day says 2 declined"],
    ["stakes.6.choice", "accept", "list.stakes: 5 accept, the day says 4 accepted"],
    ["stakes", twice(0), "list.stakes[1].mark: is not in order, or there twice"],
    ["stakes", backwards, "list.stakes[1].mark: is not in order, or there twice"],
    ["stakes", without(9), "list.stakes: are 9, the day says 10 issued"],
    ["stakes.0.time", "2026-10-20T09:00:00.000Z", "list.stakes[0].time: is not a field of the format"],
    ["stakes.0.choice", "yes", 'list.stakes[0].choice: "yes" is not accept or decline or null'],
  ];
  it.each([
    ...stakes.map((row) => ["casks.1", C1, listOf, ...row] as const),
    ...ofVotes.map((row) => ["bids.0", BID, () => structuredClone(votes), ...row] as const),
  ])(
    "%s of %s: altered, with its hash in the day made to fit, and without",
    async (place, part, list, path, value, expected) => {
      const text = canonical(set(list() as object, path, value));
      const days = altered([[place === "bids.0" ? "3+" : "5", `${place}.list_sha256`, sha(text)]]);
      expect(await wrongIn(resealFrom(days, 0), [[`audit/lists/${sha(text)}.json`, text]])).toEqual([
        expect.stringContaining(`${dateAt(5)} ${part}.${expected}`),
      ]);
      const name = `audit/lists/${sha(canonical(list()))}.json`;
      const [wrong = ""] = await wrongIn(base.days, [[name, text]]);
      expect(wrong).toContain(`${dateAt(5)} ${part}.${expected}`);
      expect(wrong).toContain(CHANGED);
    },
  );

  it("is named if it is missing or has another hash; on earlier days with --lists", async () => {
    const marks = canonical(set(listOf(), "stakes.0.mark", "0123456789ab"));
    const name = `audit/lists/${sha(canonical(listOf()))}.json`;
    expect(await wrongIn(base.days, [[name, marks]])).toEqual([
      `${dateAt(5)} ${C1}.list_sha256: the list has another hash: it was changed`,
    ]);
    const days = resealFrom(altered([["5", "casks.1.list_sha256", sha("gone")]]), 0);
    expect(await wrongIn(days)).toEqual([`${dateAt(5)} ${C1}.list_sha256: the list ${sha("gone")} is missing`]);
    const old = resealFrom(altered([["1", "casks.1.list_sha256", sha("gone")]]), 0);
    expect(await wrongIn(old)).toEqual([]);
    expect(await wrongIn(old, [], ["--lists"])).toEqual([
      `${dateAt(1)} ${C1}.list_sha256: the list ${sha("gone")} is missing`,
    ]);
  });

  it("may have stakes without a mark, and other counts than a cask that failed says", async () => {
    const text = canonical(set(listOf(), "stakes", (all: object[]) => all.map((one) => ({ ...one, mark: null }))));
    const failed = (was: object) => ({
      ...was,
      result: "FAIL",
      reason: "it differs",
      issued: 0,
      list_sha256: sha(text),
    });
    const changes = altered([
      ["5", "casks.1", failed],
      ["5", "result", "FAIL"],
    ]);
    const days = resealFrom(changes, 0);
    expect(await wrongIn(days, [[`audit/lists/${sha(text)}.json`, text]])).toEqual([
      `${dateAt(5)} result: the audit itself says FAIL: it differs`,
    ]);
  });
});
