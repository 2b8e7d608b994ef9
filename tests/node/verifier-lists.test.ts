import { afterAll, describe, expect, it } from "vitest";
import { canonical, resealFrom, sha } from "../support/audit-history";
import {
  altered,
  backwards,
  base,
  BID,
  C1,
  dateAt,
  listOf,
  set,
  twice,
  votes,
  without,
  wrongIn,
} from "./support/altered";
import { removeFolders } from "./support/audit-folders";

// Lists of stakes and of votes, altered in one place, with the hashes of their days made to fit and without.

afterAll(removeFolders);

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

  it("is named where it is missing, or right except for its hash; an earlier day's with --lists", async () => {
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
