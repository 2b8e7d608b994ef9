import { describe, expect, it } from "vitest";
import { pageOf } from "~/domain/audit/audit-pages";
import { tellMoney } from "~/areas/proof/publish-day";

describe("the money of a day", () => {
  const owed = { wallets_cents: 1, rewards_pending_cents: 20, withdrawals_open_cents: 300, unsettled_cents: 4_000 };
  const then = (held_cents: number) => ({ ...owed, cask_proceeds_cents: 50_000, held_cents });

  it("is right while what is held covers what is owed, to the cent", () => {
    expect(tellMoney(then(54_321), [])).toEqual({ ...then(54_321), owed_cents: 54_321, reason: null, result: "PASS" });
    expect(tellMoney(then(54_322), []).result).toBe("PASS");
  });

  it("fails a cent below, and for anything else that is wrong", () => {
    expect(tellMoney(then(54_320), [])).toMatchObject({ reason: "held_cents: 1 less than is owed", result: "FAIL" });
    expect(tellMoney(then(60_000), ["a", "b"])).toMatchObject({ owed_cents: 54_321, reason: "a; b", result: "FAIL" });
    expect(tellMoney(then(0), ["a"]).reason).toBe("held_cents: 54321 less than is owed; a");
  });
});

describe("a page of many things", () => {
  const things = ["a", "b", "c", "d", "e"];

  it.each<[string | null, string[], number]>([
    [null, ["a", "b"], 1],
    ["3", ["e"], 3],
    ["4", ["a", "b"], 1],
    ["0", ["a", "b"], 1],
    ["2x", ["a", "b"], 1],
  ])("%j", (asked, shown, page) => {
    expect(pageOf(things, 2, asked)).toEqual({ shown, page, pages: 3 });
  });
});
