import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Cask, type Day, filesOf, resealFrom, sha } from "../support/audit-history";
import {
  caskAt,
  changed,
  dateAt,
  dayFile,
  folderWith,
  history,
  removeFolders,
  resealed,
  run,
  verify,
  withFile,
} from "./support/audit-folders";

afterAll(removeFolders);

describe("what was published stays", () => {
  it.each<[string, (cask: Cask) => void, string]>([
    ["a valuation dropped", (cask) => (cask.valuations = []), "valuations[val_0001_0]"],
    [
      "a valuation altered",
      (cask) => ((cask.valuations[0] as { tier: string }).tier = "measured"),
      "valuations[val_0001_0].tier",
    ],
    ["a document dropped", (cask) => cask.documents.pop(), "documents[2]"],
    [
      "a document altered",
      (cask) => ((cask.documents[0] as { issuer: string }).issuer = "Other"),
      "documents[0].issuer",
    ],
    ["another number of stakes", (cask) => ((cask.total += 1), (cask.free += 1)), "total"],
  ])("%s, with every hash recalculated", async (_, change, field) => {
    const days = structuredClone(history.days);
    for (const day of days.slice(3)) change(caskAt(day, 1));
    const { said } = await verify(resealed({ ...history, days }, 3), "--days", "6");
    expect(said).toContain(`FAIL ${dateAt(3)} casks[csk_made_up_0001].${field}`);
  });

  it("a cask that was sold of cannot go, one that was not can", async () => {
    const without = (at: number, sold: boolean) => {
      const days = structuredClone(history.days);
      for (const day of days) {
        const cask = caskAt(day, 1);
        if (!sold) Object.assign(cask, { issued: 0, void: 0, certificates_valid: 0, free: 12, reserved: 0 });
      }
      for (const day of days.slice(at)) day.casks.splice(1, 1);
      return resealed({ ...history, days }, 0);
    };
    const sold = await verify(without(3, true));
    expect(sold.said).toContain(`FAIL ${dateAt(3)} casks[csk_made_up_0001]`);
    expect((await verify(without(3, false))).said).toMatch(/^PASS/);
  });

  it("no value and no paper is of a day to come, but the price of a cask that is announced", async () => {
    const date = "2099-01-01";
    const dated = (change: (cask: Cask) => void) => {
      const days = structuredClone(history.days);
      for (const day of days) change(caskAt(day, 1));
      return verify(resealed({ ...history, days }, 0));
    };
    const ofTier = (tier: string) =>
      dated((cask) => Object.assign(cask.valuations[0] ?? {}, { tier, valued_on: date }));
    expect((await ofTier("issue")).said).toMatch(/^PASS/);
    const field = "casks[csk_made_up_0001]";
    const said = `${date} is not a day up to this one`;
    expect((await ofTier("modelled")).said).toContain(
      `FAIL ${dateAt(5)} ${field}.valuations[val_0001_0].valued_on: ${said}`,
    );
    const papers = await dated((cask) => Object.assign(cask.documents[2] ?? {}, { issued_on: date }));
    expect(papers.said).toContain(`FAIL ${dateAt(5)} ${field}.documents[2].issued_on: ${said}`);
  });

  it("a correction is added, and names what it takes the place of", async () => {
    const add = (supersedes: string) => {
      const days = structuredClone(history.days);
      for (const day of days.slice(4)) {
        const [first] = caskAt(day, 1).valuations;
        if (first) caskAt(day, 1).valuations.push({ ...first, id: "val_z", supersedes, value_cents: 1 });
      }
      return verify(resealed({ ...history, days }, 4));
    };
    expect((await add("val_0001_0")).said).toMatch(/^PASS/);
    expect((await add("val_none")).said).toContain(
      `FAIL ${dateAt(5)} casks[csk_made_up_0001].valuations[val_z].supersedes`,
    );
  });
});

describe("a list", () => {
  const [hash = "", list] = [...history.lists].find(([name]) => name === history.days[5]?.casks[1]?.list_sha256) ?? [];
  const path = `audit/lists/${hash}.json`;
  const edited = (edit: (copy: NonNullable<typeof list>) => void) => {
    const copy = structuredClone(list) as NonNullable<typeof list>;
    edit(copy);
    return canonical(copy);
  };

  it.each<[string, string, string]>([
    ["a mark", edited((copy) => Object.assign(copy.stakes[0] ?? {}, { mark: "0123456789ab" })), "list_sha256"],
    ["a state", edited((copy) => Object.assign(copy.stakes[0] ?? {}, { state: "free", mark: null })), "list.stakes"],
    ["a stake twice", edited((copy) => Object.assign(copy.stakes[3] ?? {}, { number: 3 })), "list.stakes[3].number"],
    ["a stake less", edited((copy) => copy.stakes.pop()), "list.total"],
    [
      "an unknown state",
      edited((copy) => Object.assign(copy.stakes[3] ?? {}, { state: "sold" })),
      "list.stakes[4].state",
    ],
    [
      "a mark twice",
      edited((copy) => Object.assign(copy.stakes[1] ?? {}, { mark: copy.stakes[0]?.mark })),
      "list.stakes[2].mark",
    ],
    ["another cask", edited((copy) => (copy.cask_id = "csk_other")), "list.cask_id"],
    ["nonsense", "{", "list"],
  ])("changed (%s) is named with cask and field", async (_, content, field) => {
    const { code, said } = await run(folderWith(withFile(path, () => content)));
    expect(said).toContain(`FAIL ${dateAt(5)} casks[csk_made_up_0001].${field}`);
    expect(code).toBe(1);
  });

  it("missing is named", async () => {
    const { said } = await run(folderWith(withFile(path, () => null)));
    expect(said).toContain(`FAIL ${dateAt(5)} casks[csk_made_up_0001].list_sha256: the list ${hash} is missing`);
  });

  it("that lies is found although its hash and the day's are right", async () => {
    const content = edited((copy) => Object.assign(copy.stakes[0] ?? {}, { state: "free", mark: null }));
    const days = structuredClone(history.days);
    caskAt(days[5] as Day, 1).list_sha256 = sha(content);
    const files = filesOf(resealed({ days, lists: history.lists }, 5));
    const { said } = await run(folderWith([...files, [`audit/lists/${sha(content)}.json`, content]]));
    expect(said).toContain(`FAIL ${dateAt(5)} casks[csk_made_up_0001].list.stakes`);
  });

  it("of an earlier day is looked at with --lists", async () => {
    const old = history.days[0]?.casks[0]?.list_sha256 ?? "";
    const folder = folderWith(withFile(`audit/lists/${old}.json`, () => "{}"));
    expect((await run(folder)).code).toBe(0);
    expect((await run(folder, "--lists")).said).toContain("casks[csk_made_up_0000].list");
  });
});

describe("files that are not as they should be fail with day and field, and never crash", () => {
  const text = filesOf(history).get(dayFile(2)) ?? "";
  const cases: [string, (text: string) => string | Uint8Array, string][] = [
    ["trailing bytes", (was) => `${was}\n`, "the file is not JSON|not written canonically"],
    ["a truncated file", (was) => was.slice(0, 700), "the file is not JSON"],
    ["an empty file", () => "", "the file is not JSON"],
    [
      "a key twice",
      (was) => was.replace('"free":', '"free":1,"free":'),
      "casks\\[csk_made_up_0000\\].free: is not written canonically",
    ],
    [
      "a number written otherwise",
      (was) => was.replace('"reserved":2', '"reserved":2.0'),
      "casks\\[csk_made_up_0000\\].reserved: is not written canonically",
    ],
    ["an exponent", (was) => was.replace('"reserved":2', '"reserved":20e-1'), "not written canonically"],
    ["a letter written otherwise", (was) => was.replace("Ü", "\\u00dc"), "name: is not written canonically"],
    ["a blank", (was) => was.replace('"date":', '"date": '), "not written canonically"],
    [
      "unsorted keys",
      (was) => was.replace(/"casks":(.*),"date":("[^"]*")/s, '"date":$2,"casks":$1'),
      "keys are not sorted",
    ],
    ["half a letter", (was) => was.replace("Ü", "\\ud83d"), "casks\\[csk_made_up_0000\\].name: .* is not text"],
    [
      "a huge number",
      (was) => was.replace('"reserved":2', '"reserved":1e400'),
      "casks\\[csk_made_up_0000\\].reserved: .* is not a whole number",
    ],
    [
      "a count beyond what is exact",
      (was) => was.replace('"reserved":2', '"reserved":9007199254740992'),
      "reserved: 9007199254740992 is not a whole number",
    ],
    ["a negative count", (was) => was.replace('"reserved":2', '"reserved":-2'), "reserved: -2 is not a count"],
    ["a mark before the text", (was) => `\ufeff${was}`, "the file is not JSON"],
    ["bytes that are no text", () => new Uint8Array([0x7b, 0xff, 0xfe]), "the file is not UTF-8"],
    ["an array", () => "[]", "file: this is not an object"],
    ["null", () => "null", "file: null is not an object"],
    ["a text", () => '"x"', 'file: "x" is not an object'],
    [
      "casks that are none",
      (was) => was.replace(/"casks":.*,"date"/s, '"casks":[null,7],"date"'),
      "casks\\[0\\]: null is not an object",
    ],
    ["very deep nesting", () => "[".repeat(200_000) + "]".repeat(200_000), "file: this is not an object"],
    ["a key called __proto__", (was) => was.replace('{"bids"', '{"__proto__":{},"bids"'), "__proto__: is no field"],
  ];

  it.each(cases)("%s", async (_, edit, what) => {
    const { code, said } = await run(folderWith(withFile(dayFile(2), edit)));
    expect(said).toMatch(new RegExp(`FAIL ${dateAt(2)} .*(${what})`));
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });

  it("swapped days", async () => {
    const files = filesOf(history);
    const [one, other] = [files.get(dayFile(1)) ?? "", files.get(dayFile(3)) ?? ""];
    const { said } = await run(folderWith(files.set(dayFile(1), other).set(dayFile(3), one)));
    expect(said).toContain(`FAIL ${dateAt(1)} date: is "${dateAt(3)}" in the file of ${dateAt(1)}`);
  });

  it("a missing day, in between and at the beginning", async () => {
    const between = await run(folderWith(withFile(dayFile(2), () => null)));
    expect(between.said).toContain(`FAIL ${dateAt(3)} previous_date: ${dateAt(2)} is missing`);
    const first = await run(folderWith(withFile(dayFile(0), () => null)));
    expect(first.said).toContain(`FAIL ${dateAt(1)} previous_date: ${dateAt(0)} is missing`);
  });

  it("a day that the next one does not know", async () => {
    const days = structuredClone(history.days);
    const skipped = resealFrom([...days.slice(0, 2), ...days.slice(3)], 0);
    const { said } = await verify({
      ...history,
      days: [...skipped, days[2] as Day].sort((a, b) => (a.date < b.date ? -1 : 1)),
    });
    expect(said).toMatch(new RegExp(`FAIL ${dateAt(3)} previous_date: is "${dateAt(1)}", though ${dateAt(2)}`));
  });

  it("a future version", async () => {
    const { said } = await verify(changed(5, (day) => (day.version = 2)));
    expect(said).toContain(`FAIL ${dateAt(5)} version: 2 is not 1, the only version that this program knows`);
  });

  it("latest.json that is another day than the newest", async () => {
    const files = withFile("audit/latest.json", () => text);
    expect((await run(folderWith(files))).said).toContain(`FAIL ${dateAt(5)}`);
  });

  it("an audit that says FAIL: the newest fails, an earlier one is noted", async () => {
    const fail = (day: Day) => Object.assign(day, { result: "FAIL", reason: "ledger: row 12 differs" });
    const today = await verify(resealed(changed(5, fail), 5));
    expect(today.said).toContain(`FAIL ${dateAt(5)} result: the audit itself says FAIL: ledger: row 12 differs`);
    const before = await verify(resealed(changed(3, fail), 3));
    expect(before.said).toMatch(/^PASS/);
    expect(before.said).toContain(`note: on ${dateAt(3)} the audit itself said FAIL: ledger: row 12 differs`);
  });

  it("nothing at all", async () => {
    expect(await run(folderWith([]))).toEqual({ code: 1, said: "FAIL - file: no day's file was found" });
  });

  it.each([
    [[]],
    [["--head", "x=y", "."]],
    [["--days", "0", "."]],
    [["--what"]],
    [["https://a.test", "b"]],
    [["/no/such/file"]],
  ])("a wrong call: %j", async (words) => {
    const { code, said } = await run(...words);
    expect(said).toContain("usage: ");
    expect(code).toBe(2);
  });
});
