import { describe, expect, it } from "vitest";
import { pageOf, stakeInAudit } from "~/domain/audit/audit-pages";
import { registerMark } from "~/domain/audit/hashes";
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

// What the holder of a certificate is told about the audit.
const NOW = Date.parse("2026-11-22T09:00:00Z");
const at = (time: string) => Date.parse(time);
const marked = { caskId: "csk_1", number: 601, code: "abcd2345efgh6789" };
const mark = registerMark({ certificateCode: marked.code, stakeNumber: 601, caskId: "csk_1" });

describe("a certificate", () => {
  it.each([
    ["of long ago is in yesterday's", "2026-01-01T00:00:00Z", "2026-11-21", true],
    ["of the last moment of the day is in that day's", "2026-11-21T23:59:59.999Z", "2026-11-21", true],
    ["is in the newest one, even if that is old", "2026-11-18T12:00:00Z", "2026-11-19", false],
  ])("%s", (_, made, auditedOn, isYesterday) => {
    expect(stakeInAudit({ ...marked, madeAtMs: at(made), auditedOn }, NOW)).toEqual({
      ...{ mark, on: auditedOn, isYesterday },
      href: `/audit/${auditedOn}/csk_1?page=4#stake-601`,
    });
  });

  it.each([
    ["of today", "2026-11-22T00:00:00Z", "2026-11-21", "2026-11-22"],
    ["of yesterday, before its audit is made", "2026-11-21T12:00:00Z", "2026-11-20", "2026-11-21"],
    ["of days whose audits were missed", "2026-11-18T12:00:00Z", "2026-11-17", "2026-11-21"],
    ["before the first audit of all", "2026-01-01T00:00:00Z", null, "2026-11-21"],
  ])("%s is in none yet, and told when", (_, made, auditedOn, on) => {
    expect(stakeInAudit({ ...marked, madeAtMs: at(made), auditedOn }, NOW)).toEqual({
      ...{ mark, on, isYesterday: false, href: null },
    });
  });
});
