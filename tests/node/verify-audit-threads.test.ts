import { afterAll, expect, it } from "vitest";
import { verifyFiles } from "../../public/verify-audit.mjs";
import { type Day, filesOf, makeHistory, resealFrom } from "../support/audit-history";
import { caskAt, folderWith, removeFolders } from "./support/audit-folders";

// Many days and many lists are shared among threads, which must find what one finds.

afterAll(removeFolders);

// In three parts: days 30 to 44, 15 to 29, 0 to 14.
const long = makeHistory({ days: 45, casks: 2, stakes: 4, first: "2026-01-01" });

const planted: [string, (days: Day[]) => Day[]][] = [
  ["nothing", (days) => days],
  [
    "a valuation dropped between two parts",
    (days) => (days.slice(30).forEach((day) => caskAt(day, 1).valuations.shift()), resealFrom(days, 30)),
  ],
  [
    "a document dropped where the oldest part begins",
    (days) => (days.slice(15).forEach((day) => caskAt(day, 0).documents.shift()), resealFrom(days, 15)),
  ],
  ["a day missing between two parts", (days) => days.toSpliced(29, 1)],
  ["a day within a part, changed", (days) => ((caskAt(days[20] as Day, 0).name = "Other"), days)],
  ["the newest day of a part, changed", (days) => (((days[29] as Day).ledger_rows = 900), days)],
  ["the first day missing", (days) => days.slice(1)],
];

it.each(planted)("%s", async (_, plant) => {
  const days = plant(structuredClone(long.days));
  const folder = folderWith([...filesOf({ days, lists: long.lists })].filter(([path]) => !path.includes("latest")));
  expect(await verifyFiles([folder])).toEqual(await verifyFiles([folder], { threads: 1, lists: false }));
  for (const lists of [false, true]) {
    const one = await verifyFiles([folder], { threads: 1, lists });
    expect(await verifyFiles([folder], { threads: 3, lists })).toEqual(one);
    expect(one.ok).toBe(plant === planted[0]?.[1]);
    expect(one.lists).toBe(lists ? long.lists.size : 2);
  }
});

it("more lists than 200, of which some are wrong", async () => {
  const wide = makeHistory({ days: 1, casks: 202, stakes: 3, first: "2026-01-01" });
  const files = filesOf(wide);
  for (const at of [0, 100, 201]) files.set(`audit/lists/${wide.days[0]?.casks[at]?.list_sha256}.json`, "{}");
  const folder = folderWith(files);
  const one = await verifyFiles([folder], { threads: 1 });
  expect(one.problems.map(({ field }) => field)).toEqual(
    ["0000", "0100", "0201"].map((id) => `casks[csk_made_up_${id}].list.cask_id`),
  );
  expect(one.stakes).toBe(199 * 3);
  expect(await verifyFiles([folder], { threads: 2 })).toEqual(one);
});
