import { afterAll, describe, expect, it } from "vitest";
import {
  canonical,
  type Cask,
  type Day,
  filesOf,
  type List,
  makeHistory,
  resealFrom,
  sha,
} from "../support/audit-history";
import { folderWith, removeFolders, run } from "./support/audit-folders";

// Each rule about a list by itself, broken in files whose hashes all fit; and which of several files is the list.

afterAll(removeFolders);

const DATE = "2026-10-29";
const ID = "csk_made_up_0001";
const CASK = `casks[${ID}]`;
const CHANGED = "the list has another hash: it was changed";
const history = makeHistory({ days: 1, casks: 2, stakes: 6, first: DATE });
// 4 are issued, 1 is void, 1 is reserved.
const { list_sha256: hash } = history.days[0]?.casks[1] ?? expect.fail();
const right = history.lists.get(hash) ?? expect.fail();

function changed(change: (list: List) => void): List {
  const list = structuredClone(right);
  change(list);
  return list;
}

/** The day as somebody would write it who can write every file. */
function naming(list: List, cask: Partial<Cask> = {}): Day {
  const day = structuredClone(history.days[0] as Day);
  Object.assign(day.casks[1] ?? {}, { list_sha256: sha(canonical(list)), ...cask });
  return resealFrom([cask.result === "FAIL" ? { ...day, result: "FAIL", reason: "it differs" } : day], 0)[0] as Day;
}

async function wrongIn(files: Iterable<[string, string]>): Promise<string[]> {
  const { said } = await run(folderWith(files));
  return said.split("\n").filter((line) => line.startsWith("FAIL"));
}

const stake = (list: List, at: number) => list.stakes[at] ?? expect.fail();
const faults: [string, (list: List) => void, string][] = [
  ["the list of another cask", (list) => (list.cask_id = "csk_x"), 'cask_id: is "csk_x"'],
  ["a number twice", (list) => (stake(list, 2).number = 2), "stakes[2].number: number 3 should stand here, once"],
  [
    "numbers from 0 on",
    (list) => list.stakes.forEach((_, at) => (stake(list, at).number = at)),
    "stakes[0].number: number 1 should stand here, once",
  ],
  [
    "a mark of a free stake",
    (list) => (stake(list, 5).mark = "0123456789ab"),
    "stakes[6].mark: of a free stake, or there twice",
  ],
  [
    "a mark twice",
    (list) => (stake(list, 2).mark = stake(list, 0).mark),
    "stakes[3].mark: of a free stake, or there twice",
  ],
  ["a stake too few", (list) => list.stakes.pop(), "total: 6, with 5 stakes; the day says 6"],
  [
    "a stake too many",
    (list) => list.stakes.push({ mark: null, number: 7, state: "free" }),
    "total: 6, with 7 stakes; the day says 6",
  ],
  ["another total", (list) => (list.total = 7), "total: 7, with 6 stakes; the day says 6"],
  [
    "one issued too many",
    (list) => (stake(list, 5).state = "issued"),
    "stakes: 5 are issued, the day says 4 (reserved ones are free here)",
  ],
  [
    "one free too many",
    (list) => Object.assign(stake(list, 4), { state: "free", mark: null }),
    "stakes: 2 are free, the day says 1 (reserved ones are free here)",
  ],
];

describe("a list", () => {
  it.each(faults)("that the day names by its hash, with %s", async (_, change, what) => {
    const list = changed(change);
    const files = filesOf({ days: [naming(list)], lists: new Map([...history.lists, [sha(canonical(list)), list]]) });
    expect(await wrongIn(files)).toEqual([`FAIL ${DATE} ${CASK}.list.${what}`]);
  });

  it.each(faults)("that was changed afterwards, with %s", async (_, change, what) => {
    const files = filesOf(history).set(`audit/lists/${hash}.json`, canonical(changed(change)));
    expect(await wrongIn(files)).toEqual([`FAIL ${DATE} ${CASK}.list.${what} (${CHANGED})`]);
  });

  it("that was changed, and is right otherwise", async () => {
    const other = canonical(changed((list) => (stake(list, 0).mark = "0123456789ab")));
    const files = filesOf(history).set(`audit/lists/${hash}.json`, other);
    expect(await wrongIn(files)).toEqual([`FAIL ${DATE} ${CASK}.list_sha256: ${CHANGED}`]);
  });

  it("is named by what is wrong in it, with its hash, also where that is called almost as the hash", async () => {
    const files = filesOf(history).set(`audit/lists/${hash}.json`, canonical({ ...right, sha256_of: 1 }));
    expect(await wrongIn(files)).toEqual([
      `FAIL ${DATE} ${CASK}.list.sha256_of: is no field of the format (${CHANGED})`,
    ]);
  });

  it("of one letter is none", async () => {
    const files = filesOf(history).set(`audit/lists/${hash}.json`, "5");
    expect(await wrongIn(files)).toEqual([`FAIL ${DATE} ${CASK}.list: 5 is not an object (${CHANGED})`]);
  });

  it("is compared with the counts of each day that names it", async () => {
    const of = makeHistory({ days: 2, casks: 1, stakes: 12, first: DATE });
    const [cask = expect.fail()] = of.days[0]?.casks ?? [];
    const stakes = Array.from({ length: 12 }, (_, at) => ({
      mark: null,
      number: at + 1,
      state: at < 11 ? "issued" : "free",
    }));
    const list = { cask_id: cask.id, stakes, total: 12 } as List;
    const counts = (issued: number) => ({
      ...{ issued, free: 12 - issued },
      reserved: 0,
      void: 0,
      certificates_valid: 0,
    });
    const days = of.days.map((day, at) => {
      const counted = { ...cask, ...counts(at === 0 ? 11 : 1), list_sha256: sha(canonical(list)) };
      return { ...structuredClone(day), casks: [counted] };
    });
    const files = filesOf({ days: resealFrom(days, 0), lists: new Map([[sha(canonical(list)), list]]) });
    const { said } = await run(folderWith(files), "--lists");
    expect(said.split("\n")[0]).toMatch(/^FAIL 2026-10-30 \S+list.stakes: 11 are issued, the day says 1 /);
  });

  it("may have stakes without a mark, and other counts than a cask that failed says", async () => {
    const unmarked = changed((list) => list.stakes.forEach((one) => (one.mark = null)));
    const lists = new Map([...history.lists, [sha(canonical(unmarked)), unmarked]]);
    expect(await wrongIn(filesOf({ days: [naming(unmarked)], lists }))).toEqual([]);
    const failed = naming(right, { result: "FAIL", reason: "counts differ", total: 40, issued: 0 });
    expect(await wrongIn(filesOf({ days: [failed], lists }))).toEqual([
      `FAIL ${DATE} result: the audit itself says FAIL: it differs`,
    ]);
    const twice = changed((list) => (stake(list, 2).number = 2));
    const files = filesOf({
      days: [naming(twice, { result: "FAIL", reason: "counts differ" })],
      lists: lists.set(sha(canonical(twice)), twice),
    });
    expect(await wrongIn(files)).toContain(
      `FAIL ${DATE} ${CASK}.list.stakes[2].number: number 3 should stand here, once`,
    );
  });
});

describe("of the files called as a cask", () => {
  const day: [string, string] = [`${DATE}.json`, canonical(history.days[0])];
  const [first = expect.fail()] = history.days[0]?.casks ?? [];
  const others: [string, string][] = [day, [`${first.id}.json`, canonical(history.lists.get(first.list_sha256))]];
  const other = canonical(changed((list) => (list.cask_id = "csk_x")));

  it("the list is the one that has its hash, wherever it lies", async () => {
    const copies = (at: string[]) =>
      at.map((folder): [string, string] => [`${folder}/${ID}.json`, folder === "b" ? canonical(right) : other]);
    expect(await wrongIn([...others, ...copies(["a", "b", "c"])])).toEqual([]);
    expect(await wrongIn([...others, ...copies(["a", "b", DATE])])).toEqual([]);
  });

  it("or else the one beside the day, or else the first", async () => {
    const total = canonical(changed((list) => (list.total = 7)));
    const said = (what: string) => [`FAIL ${DATE} ${CASK}.list.${what} (${CHANGED})`];
    const both = (one: string, two: string): [string, string][] => [
      ...others,
      [`${one}/${ID}.json`, total],
      [`${two}/${ID}.json`, other],
    ];
    expect(await wrongIn(both("0", DATE))).toEqual(said('cask_id: is "csk_x"'));
    expect(await wrongIn(both(DATE, "z"))).toEqual(said("total: 7, with 6 stakes; the day says 6"));
    expect(await wrongIn(both("0", `${DATE}/x`))).toEqual(said("total: 7, with 6 stakes; the day says 6"));
    expect(await wrongIn(both("0", `x${DATE}`))).toEqual(said("total: 7, with 6 stakes; the day says 6"));
  });
});

describe("a day that is there more than once", () => {
  const text = canonical(history.days[0]);
  const rest = [...filesOf(history)].filter(([path]) => path.startsWith("audit/lists/"));
  const said = async (...copies: [string, string][]) => {
    const folder = folderWith([...rest, ...copies]);
    return (await run(`${folder}/`)).said.split("\n").flatMap((line) => {
      return line.startsWith("FAIL") ? [line.replaceAll(folder, "")] : [];
    });
  };
  const day = (folder: string, content = text): [string, string] => [`${folder}/${DATE}.json`, content];

  it("is the same each time", async () => {
    expect(await said(day("a"), day("b"), [`b/${DATE} (12).json`, text], ["latest.json", text])).toEqual([]);
    expect(
      await said(
        day("a"),
        [`${DATE}.json.bak`, "x"],
        ["notes.txt", "x"],
        ["other.json", "x"],
        [`old-${DATE}.json`, "x"],
        [`${DATE}-old.json`, "x"],
      ),
    ).toEqual([]);
  });

  it("is named with the field where two differ, or one ends", async () => {
    const other = text.replace('"ledger_rows":100', '"ledger_rows":101');
    expect(await said(day("a"), day("b", other))).toEqual([
      `FAIL ${DATE} ledger_rows: /a/${DATE}.json and /b/${DATE}.json differ`,
    ]);
    const [cask] = history.days[0]?.casks ?? [];
    expect(await said(day("a"), day("b", canonical({ ...history.days[0], casks: [cask] })))).toEqual([
      `FAIL ${DATE} casks[1]: /a/${DATE}.json and /b/${DATE}.json differ`,
    ]);
    expect(await said(day("a"), ["b/latest.json", other])).toEqual([
      `FAIL ${DATE} ledger_rows: /a/${DATE}.json and /b/latest.json differ`,
    ]);
    expect(await said(day("a"), day("b", `${text}\n`))).toEqual([
      `FAIL ${DATE} file: /a/${DATE}.json and /b/${DATE}.json differ`,
    ]);
    const cut = text.slice(0, text.indexOf('"ledger_rows":') + 16);
    const differ = `/a/${DATE}.json and /b/${DATE}.json differ`;
    expect(await said(day("a", cut), day("b"))).toContain(`FAIL ${DATE} ledger_rows: ${differ}`);
    expect(await said(day("a", cut), day("b", "x"))).toContain(`FAIL ${DATE} file: ${differ}`);
    expect(await said(day("a"), day("b", text.slice(1)))).toEqual([
      `FAIL ${DATE} file: /a/${DATE}.json and /b/${DATE}.json differ`,
    ]);
  });

  it("is not called latest without a date of its own", async () => {
    expect(await said(["latest.json", "{}"])).toEqual([
      "FAIL latest file: /latest.json is here without the file of its day",
    ]);
  });

  it("that ends within a name, or has a very long one, is named as far as that is told", async () => {
    expect((await said(day("a", text.slice(0, text.indexOf('"hash":') + 5))))[0]).toMatch(
      `FAIL ${DATE} has: the file is`,
    );
    expect((await said(day("a", `{"${"k".repeat(300)}": x`)))[0]).toMatch(
      `FAIL ${DATE} ${"k".repeat(200)}: the file is`,
    );
  });

  it("is bytes that are text", async () => {
    const folder = folderWith([[`${DATE}.json`, new Uint8Array([0xff])]]);
    expect((await run(folder)).said).toBe(`FAIL ${DATE} file: the file is not UTF-8`);
  });
});
