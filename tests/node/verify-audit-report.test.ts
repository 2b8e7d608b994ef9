import { afterAll, describe, expect, it } from "vitest";
import { type Day, filesOf, type History, makeHistory, resealFrom, sha } from "../support/audit-history";
import {
  caskAt,
  changed,
  dateAt,
  dayFile,
  folderWith,
  hashAt,
  history,
  removeFolders,
  resealed,
  run,
} from "./support/audit-folders";

// What the program says to the letter, and in which order.

afterAll(removeFolders);

const CASK = "casks[csk_made_up_0001]";
const failed = (reason: string | null) => ({ result: "FAIL", reason });
const folderOf = (of: History) => folderWith([...filesOf(of)].filter(([path]) => path !== "audit/latest.json"));

describe("what was checked", () => {
  it("is said of a history that passes", async () => {
    const folder = folderOf(history);
    expect(await run(folder)).toEqual({
      code: 0,
      said: [
        `PASS ${folder}`,
        `checked: 6 days, ${dateAt(0)} to ${dateAt(5)}, each with the hash of the one before it`,
        `checked: 4 casks on ${dateAt(5)}, and 4 lists with 48 stakes`,
        `head ${dateAt(5)}=${hashAt(history, 5)}`,
      ].join("\n"),
    });
  });

  it("is said of one day, from several paths", async () => {
    const [one, other] = [folderOf(history), folderOf(history)];
    expect((await run(one, other, "--days", "1")).said).toBe(
      [
        `PASS ${one} ${other}`,
        `checked: 1 day, ${dateAt(5)} to ${dateAt(5)}, each with the hash of the one before it`,
        `checked: 4 casks on ${dateAt(5)}, and 4 lists with 48 stakes`,
        `head ${dateAt(5)}=${hashAt(history, 5)}`,
      ].join("\n"),
    );
  });

  it("is the same whatever the order of the files", async () => {
    const folder = folderWith(filesOf(history));
    const days = [5, 3, 4, 2, 1, 0].map((at) => `${folder}/${dayFile(at)}`);
    const { code, said } = await run(...days, `${folder}/audit/latest.json`, `${folder}/audit/lists`);
    expect(said).toContain(`checked: 6 days, ${dateAt(0)} to ${dateAt(5)}`);
    expect(code).toBe(0);
  });

  it("is said, without a head, of one that fails", async () => {
    const folder = folderOf(changed(5, (day) => (caskAt(day, 1).name = "Other")));
    const { said } = await run(folder);
    expect(said.split("\n").slice(-2)).toEqual([
      `checked: 6 days, ${dateAt(0)} to ${dateAt(5)}, each with the hash of the one before it`,
      `checked: 4 casks on ${dateAt(5)}, and 4 lists with 48 stakes`,
    ]);
  });

  it("is nothing where no day could be read", async () => {
    const folder = folderWith([[dayFile(5), "[]"]]);
    expect(await run(folder)).toEqual({ code: 1, said: `FAIL ${dateAt(5)} file: this is not an object` });
  });

  it("is each list once for all days that name it", async () => {
    const { said } = await run(folderOf(history), "--lists");
    expect(said).toContain(`and ${history.lists.size} lists with ${history.lists.size * 12} stakes`);
  });
});

describe("what is wrong", () => {
  it("is told of changed days first, then by date, and of a day the hash last", async () => {
    const days = structuredClone(history.days);
    const [, one = expect.fail(), , , last = expect.fail()] = days;
    Object.assign(caskAt(one, 1), { total: 13 });
    const sealed = resealFrom(days, 1);
    Object.assign(sealed[3] as Day, { ledger_rows: 1 });
    Object.assign(sealed[4] as Day, { ledger_rows: 104, money: { ...last.money, held_cents: 1 } });
    const { said } = await run(folderOf({ ...history, days: sealed }));
    const lines = said.split("\n").filter((line) => line.startsWith("FAIL"));
    expect(lines.map((line) => line.split(" ").slice(1, 3).join(" "))).toEqual([
      `${dateAt(3)} ledger_rows:`,
      `${dateAt(3)} hash:`,
      `${dateAt(4)} money.held_cents:`,
      `${dateAt(4)} hash:`,
      `${dateAt(1)} ${CASK}.issued:`,
    ]);
  });

  it("is told of twenty at most, with how many more there are", async () => {
    const of = makeHistory({ days: 23, casks: 1, stakes: 30, first: "2026-01-01" });
    const wrongOn = async (count: number) => {
      const days = structuredClone(of.days);
      for (const day of days.slice(0, count)) caskAt(day, 0).total += 1;
      return (await run(folderOf({ ...of, days: resealFrom(days, 0) }))).said.split("\n");
    };
    const twenty = await wrongOn(20);
    expect(twenty.filter((line) => line.startsWith("FAIL"))).toHaveLength(20);
    expect(twenty[20]).toMatch(/^checked: 3 days/);
    const more = await wrongOn(22);
    expect(more.filter((line) => line.startsWith("FAIL"))).toHaveLength(20);
    expect(more[20]).toBe("... and 2 more");
  });

  it.each<[string, (day: Day) => void, string]>([
    ["the day's own", (day) => Object.assign(day, failed("first")), "first"],
    ["the money's", (day) => Object.assign(day.money, failed("second")), "second"],
    ["a cask's", (day) => Object.assign(caskAt(day, 2), failed("third")), "third"],
    ["none", () => {}, "no reason given"],
  ])("is the reason of an audit that failed: %s", async (_, change, reason) => {
    const failing = (at: number) =>
      resealed(
        changed(at, (day) => (Object.assign(day, failed(null)), change(day))),
        at,
      );
    const newest = (await run(folderOf(failing(5)))).said;
    expect(newest.split("\n")[0]).toBe(`FAIL ${dateAt(5)} result: the audit itself says FAIL: ${reason}`);
    expect(newest).not.toContain("note: ");
    const { code, said } = await run(folderOf(failing(2)));
    expect(said.split("\n").slice(3)).toEqual([
      `note: on ${dateAt(2)} the audit itself said FAIL: ${reason}`,
      `head ${dateAt(5)}=${hashAt(failing(2), 5)}`,
    ]);
    expect(code).toBe(0);
  });
});

describe("what is known of the history", () => {
  const heads = (...known: [number, string][]) => known.flatMap(([at, hash]) => ["--head", `${dateAt(at)}=${hash}`]);
  const other = sha("other");
  const lost = "or not all of it is here";

  it("is compared from the earliest day on, up to the first that differs", async () => {
    const known = heads([4, other], [3, other], [1, hashAt(history, 1)], [0, hashAt(history, 0)]);
    const { said } = await run(folderOf(history), ...known);
    const since = `between ${dateAt(1)}, which is as you know it, and this day`;
    expect(said.split("\n")[0]).toBe(
      `FAIL ${dateAt(3)} hash: is ${hashAt(history, 3)}, you know ${other}. History was rewritten ${since}, ${lost}`,
    );
    expect(said.match(/^FAIL/gm)).toHaveLength(1);
    expect((await run(folderOf(history), ...heads([0, other]))).said.split("\n")[0]).toBe(
      `FAIL ${dateAt(0)} hash: is ${hashAt(history, 0)}, you know ${other}. History was rewritten on this day or before, ${lost}`,
    );
  });

  it("is missed where the day is not there or cannot be read", async () => {
    const known = heads([2, hashAt(history, 2)]);
    const what = (why: string) =>
      `FAIL ${dateAt(2)} hash: ${why}. History was rewritten on this day or before, ${lost}`;
    const newest = await run(folderOf(history), "--days", "2", ...known);
    expect(newest.said.split("\n")[0]).toBe(what("this day is not among the days checked"));
    const broken = [...filesOf(history)].map(([path, text]): [string, string] => [
      path,
      path === dayFile(2) ? "[]" : text,
    ]);
    const { said } = await run(folderWith(broken), ...known);
    expect(said.split("\n").slice(0, 2).sort()).toEqual([
      `FAIL ${dateAt(2)} file: this is not an object`,
      what("cannot be read"),
    ]);
  });

  it("begins with the first day that is here only where that is said", async () => {
    const short = { ...history, days: history.days.slice(2) };
    expect((await run(folderOf(short))).said.split("\n")[0]).toBe(
      `FAIL ${dateAt(2)} previous_date: ${dateAt(1)} is missing (to check the newest days only, say --days)`,
    );
    expect((await run(folderOf(short), "--days", "4")).code).toBe(0);
  });
});

describe("how it is called", () => {
  const usage = [
    "usage: node verify-audit.mjs https://ORIGIN | FILE or FOLDER...  [--head DATE=HASH]... [--days N] [--lists]",
    "       node verify-audit.mjs https://ORIGIN --values",
    "       node verify-audit.mjs --owed FILE ...",
  ].join("\n");
  const hash = sha("x");

  it.each([
    [[]],
    [["--lists"]],
    [["--days", "1"]],
    [["--days"]],
    [[".", "--days", "1.5"]],
    [[".", "--days", "-1"]],
    [[".", "--days", "x"]],
    [[".", "--head"]],
    [[".", "--head", "2026-10-29"]],
    [[".", "--head", `2026-02-30=${hash}`]],
    [[".", "--head", `2026-13-01=${hash}`]],
    [[".", "--head", `2026-10-29=${hash}0`]],
    [[".", "--head", `2026-10-29=0${hash}`]],
    [[".", "--head", `x2026-10-29=${hash}`]],
    [[".", "--other"]],
    [["--owed"]],
    [["--owed", "--lists"]],
    [["--owed", "a.json", "--days", "1"]],
    [["https://a.test", "https://b.test"]],
    [["http://a.test", "."]],
    [[".", "https://a.test"]],
  ])("is said instead of checking: %j", async (words) => {
    expect(await run(...words)).toEqual({ code: 2, said: usage });
  });

  it("is said with the file that is not there", async () => {
    const { code, said } = await run("/no/such/file");
    expect(said).toMatch(/^ENOENT: .*\/no\/such\/file/);
    expect(said.endsWith(`\n${usage}`)).toBe(true);
    expect(code).toBe(2);
  });

  it("is no folder called as a site", async () => {
    const folder = folderOf(history);
    expect((await run(`${folder}/`)).said).toMatch(/^PASS /);
    expect((await run(`${folder}/https://a.test`)).code).toBe(2);
    expect((await run(`${folder}/https://a.test`)).said).toMatch(/^ENOENT/);
  });
});
