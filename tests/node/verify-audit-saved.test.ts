import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Day, filesOf } from "../support/audit-history";
import { caskAt, dateAt, dayFile, folderWith, hashAt, history, removeFolders, run } from "./support/audit-folders";

afterAll(removeFolders);

describe("files saved under the names by which the site serves them", () => {
  const newest = history.days[5] as Day;
  const texts = filesOf(history);
  const listText = (hash: string) => texts.get(`audit/lists/${hash}.json`) ?? "";
  /** As `wget` keeps them: each day beside a folder of its lists. */
  const saved = (dates: readonly Day[] = history.days) =>
    new Map<string, string>([
      ["audit/latest.json", texts.get(dayFile(5)) ?? ""],
      ...dates.flatMap((day): [string, string][] => [
        [`audit/${day.date}.json`, canonical(day)],
        ...day.casks.map(({ id, list_sha256: hash }): [string, string] => [
          `audit/${day.date}/${id}.json`,
          listText(hash),
        ]),
      ]),
    ]);

  it("are read: days, and the lists in their folders", async () => {
    const { code, said } = await run(folderWith(saved()), "--lists");
    expect(said).toMatch(/^PASS /);
    expect(said).toContain(`checked: 4 casks on ${dateAt(5)}, and ${history.lists.size} lists`);
    expect(code).toBe(0);
  });

  it("are read where a browser put them all into one folder, some of them twice", async () => {
    const flat = [...saved([newest])].map(([path, text]): [string, string] => [path.replace(/^.*\//, ""), text]);
    const [[id, older] = ["", ""]] = history.days[0]?.casks.map((cask) => [cask.id, listText(cask.list_sha256)]) ?? [];
    const again: [string, string][] = [
      [`${dateAt(5)} (1).json`, canonical(newest)],
      [`${id} (1).json`, listText(newest.casks[0]?.list_sha256 ?? "")],
      [`${id}.json`, older],
    ];
    const { said } = await run(folderWith([...flat, ...again]), "--days", "1");
    expect(said).toMatch(/^PASS /);
    expect(said).toContain("4 lists with 48 stakes");
    const other: [string, string] = [`${dateAt(5)}(12).json`, canonical({ ...newest, ledger_rows: 1 })];
    expect((await run(folderWith([...flat, other]), "--days", "1")).said).toContain(`FAIL ${dateAt(5)} ledger_rows`);
  });

  it("are read where latest.json is the only day, or newer than all the others", async () => {
    const alone = saved([]);
    for (const { id, list_sha256: hash } of newest.casks) alone.set(`audit/${id}.json`, listText(hash));
    const { said } = await run(folderWith(alone), "--days", "1");
    expect(said).toMatch(/^PASS /);
    expect(said).toContain(`head ${dateAt(5)}=${hashAt(history, 5)}`);
    const later = saved();
    later.delete(`audit/${dateAt(5)}.json`);
    expect((await run(folderWith(later))).said).toContain(`6 days, ${dateAt(0)} to ${dateAt(5)}`);
    const nameless = await run(folderWith([["latest.json", "{}"]]));
    expect(nameless).toMatchObject({ code: 1, said: expect.stringContaining("FAIL latest") });
  });

  it("are named where they were changed or are missing", async () => {
    const { id } = caskAt(newest, 1);
    const path = `audit/${dateAt(5)}/${id}.json`;
    const changedList = saved();
    changedList.set(path, (changedList.get(path) ?? "").replace('"issued"', '"void"'));
    const { code, said } = await run(folderWith(changedList));
    expect(said).toContain(`FAIL ${dateAt(5)} casks[${id}].list.stakes: `);
    expect(said).toContain("the list has another hash: it was changed");
    expect(code).toBe(1);
    const without = saved([newest]);
    without.delete(path);
    expect((await run(folderWith(without), "--days", "1")).said).toContain(
      `FAIL ${dateAt(5)} casks[${id}].list_sha256: the list ${caskAt(newest, 1).list_sha256} is missing`,
    );
  });
});
