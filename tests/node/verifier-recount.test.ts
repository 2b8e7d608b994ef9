import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Day, filesOf, resealFrom, sha } from "../support/audit-history";
import {
  altered,
  base,
  BID,
  C1,
  dateAt,
  folderWith,
  hasPython,
  listOf,
  plus,
  recount,
  removeFolders,
  run,
  set,
  votes,
  without,
} from "./support/altered";

// A program in another language, written from docs/audit-format.md alone, says the same as ours of the same files.

afterAll(removeFolders);

type Changes = Parameters<typeof altered>[0];
type Files = [path: string, text: string][];
const folderOf = (days: Day[], more: Files = []) => {
  const files = new Map(filesOf({ days, lists: base.lists }));
  files.set(`audit/lists/${sha(canonical(votes))}.json`, canonical(votes));
  return folderWith([...files, ...more]);
};
const history = (...changes: Changes) => folderOf(resealFrom(altered(changes), 0));
const withFile = (at: number, edit: (text: string) => string) =>
  folderOf(base.days.slice(0, at + 1), [
    [`audit/days/${dateAt(at)}.json`, edit(canonical(base.days[at]))],
    ["audit/latest.json", edit(canonical(base.days[at]))],
  ]);

const failed = { result: "FAIL", reason: "it differs" };
const list = canonical(set(listOf(), "stakes.0.state", "void"));

it("the example of the documentation is right", () => {
  const page = readFileSync("docs/audit-format.md", "utf8");
  const [day = "", head = ""] = [...page.matchAll(/^\{"[^\n]*\}$/gm)].map(([line]) => line);
  expect(canonical(JSON.parse(day))).toBe(day);
  const { certificates, date, owed } = JSON.parse(day) as Day;
  expect(canonical({ certificates, date, hash: sha(day), owed })).toBe(head);
  const digest = (...parts: (string | number[] | Buffer)[]) =>
    createHash("sha256")
      .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
      .digest();
  const cents = (amount: number) => [0, 0, 0, 0, 0, 0, 0, amount];
  const leaf = digest([0], /`(\{"date[^`]*)`/.exec(page)?.[1] ?? "");
  const wallet = digest([0], Array<number>(16).fill(0), cents(250), "usr_a");
  const [root, sum] = [digest([1], leaf, leaf), digest([1], wallet, cents(250), Buffer.alloc(32), cents(0))];
  for (const hash of [leaf, root, wallet, sum]) expect(page).toContain(`\`${hash.toString("hex")}\``);
  expect(page).toContain(`\`${sha(day)}\``);
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1_500);
});

describe.skipIf(!hasPython)("a program written from the documentation", () => {
  it.each<[string, () => string]>([
    ["all days", () => folderOf(base.days)],
    ["one day", () => folderOf(resealFrom(base.days.slice(0, 1), 0))],
    ["days under their addresses", () => folderOf(base.days, [["x/audit/2026-11-03.json", canonical(base.days[5])]])],
    ["letters of every kind", () => history(["*", `casks.1.name`, '"\\\b\f\n\r\t\u0001\u001f\u007f é 🥃 \u2028'])],
    ["the largest amount", () => history(["*", "casks.1.valuations.0.value_cents", 999_999_999_999_999])],
    ["an earlier day's FAIL", () => history(["2", "result", "FAIL"], ["2", "reason", "row 12 differs"])],
    ["an announced cask", () => history(["*", "casks.2.valuations.0", (was: object) => ({ ...was, tier: "issue" })])],
    [
      "a paper added",
      () => history(["3+", "casks.1.documents", (was: object[]) => [...was, { ...was[2], kind: "z" }]]),
    ],
    ["a bid taken back", () => history(["2+", "bids.0.withdrawn_at", "2026-10-31T09:00:00.000Z"])],
    ["more held than owed", () => history(["4", "money.held_cents", plus(1)])],
  ])("passes, as ours does: %s", async (_, folder) => {
    const path = folder();
    expect(await run(path)).toMatchObject({ code: 0 });
    expect(await recount(path)).toEqual({ code: 0, said: `PASS ${path}\n` });
  });

  it.each<[string, () => string, string]>([
    ["a count", () => history(["2", "casks.1.issued", plus(1)]), `${dateAt(2)} ${C1}.issued`],
    ["a name", () => history(["3+", "casks.1.name", "Other"]), `${dateAt(3)} ${C1}.name`],
    ["a value", () => history(["4+", "casks.1.valuations.0.value_cents", plus(1)]), `${dateAt(4)} ${C1}.valuations`],
    ["a paper dropped", () => history(["2+", "casks.1.documents", without(1)]), `${dateAt(2)} ${C1}.documents`],
    ["less held", () => history(["3", "money.held_cents", 1]), `${dateAt(3)} money.held_cents`],
    ["a vote's result", () => history(["3+", "bids.0.result", "refused"]), `${dateAt(3)} ${BID}.result`],
    ["the ledger", () => history(["3", "ledger_rows", 1]), `${dateAt(3)} ledger_rows`],
    [
      "the newest day",
      () => history(["5", "result", failed.result], ["5", "reason", failed.reason]),
      `${dateAt(5)} result`,
    ],
    ["a file", () => folderOf(altered([["2", "ledger_head", sha("other")]])), `${dateAt(2)} hash`],
    ["a blank", () => withFile(3, (text) => text.replace(",", ", ")), `${dateAt(3)} `],
    [
      "a list",
      () => folderOf(base.days, [[`audit/lists/${sha(canonical(listOf()))}.json`, list]]),
      `${dateAt(5)} ${C1}.list`,
    ],
  ])("fails on the same day in the same field as ours: %s", async (_, folder, where) => {
    const path = folder();
    const [ours, other] = [await run(path), await recount(path)];
    expect(ours.said).toContain(`FAIL ${where}`);
    expect(other.said).toContain(`FAIL ${where}`);
    const daysIn = (said: string) => new Set(said.match(/^FAIL \S+/gm));
    expect(daysIn(other.said)).toEqual(daysIn(ours.said));
    expect([ours.code, other.code]).toEqual([1, 1]);
  });
});
