// What the holder of a certificate is told about the audit: the day, and the line, only where it is there.
import { describe, expect, it } from "vitest";
import { findMissingMarks } from "~/domain/audit/find-missing-marks";
import { registerMark } from "~/domain/audit/register-mark";
import { stakeInAudit } from "~/domain/audit/stake-in-audit";
import { sha256 } from "~/server/sha256";

const NOW = Date.parse("2026-11-22T09:00:00Z");
const at = (time: string) => Date.parse(time);
const marked = { caskId: "csk_1", number: 601, code: "abcd2345efgh6789", isMissing: 0 };
const mark = registerMark({ certificateCode: marked.code, stakeNumber: 601, caskId: "csk_1" }, sha256);

describe("a certificate", () => {
  it.each([
    ["of long ago is in yesterday's", "2026-01-01T00:00:00Z", "2026-11-21", true],
    ["of the last moment of the day is in that day's", "2026-11-21T23:59:59.999Z", "2026-11-21", true],
    ["is in the newest one, even if that is old", "2026-11-18T12:00:00Z", "2026-11-19", false],
  ])("%s", (_, made, auditedOn, isYesterday) => {
    expect(stakeInAudit({ ...marked, madeAtMs: at(made), auditedOn }, NOW, sha256)).toEqual({
      ...{ mark, state: "listed", on: auditedOn, isYesterday },
      href: `/audit/${auditedOn}/csk_1?page=4#stake-601`,
    });
  });

  it.each([
    ["of today", "2026-11-22T00:00:00Z", "2026-11-21", "2026-11-22"],
    ["of yesterday, before its audit is made", "2026-11-21T12:00:00Z", "2026-11-20", "2026-11-21"],
    ["of days whose audits were missed", "2026-11-18T12:00:00Z", "2026-11-17", "2026-11-21"],
    ["before the first audit of all", "2026-01-01T00:00:00Z", null, "2026-11-21"],
  ])("%s is in none yet, and told when", (_, made, auditedOn, on) => {
    expect(stakeInAudit({ ...marked, madeAtMs: at(made), auditedOn }, NOW, sha256)).toEqual({
      ...{ mark, state: "coming", on },
    });
  });

  it("that the audit did not find is called missing", () => {
    const stake = { ...marked, madeAtMs: 0, auditedOn: "2026-11-21", isMissing: 1 };
    expect(stakeInAudit(stake, NOW, sha256)).toMatchObject({
      ...{ state: "missing", on: "2026-11-21", href: "/audit/2026-11-21" },
    });
  });
});

describe("a held stake is missing in a list", () => {
  const held = [1, 2, 3].map((number) => ({
    ...{ caskId: "csk_1", number, certificateId: `crt_${number}`, certificateCode: `code${number}` },
  }));
  const right = held.map(({ number, certificateCode, caskId }) => ({
    mark: registerMark({ certificateCode, stakeNumber: number, caskId }, sha256),
    number,
    state: "issued" as const,
  }));
  const missing = (stakes: object[] | null) =>
    findMissingMarks(
      held,
      new Map([["csk_1", stakes && { cask_id: "csk_1", stakes: stakes as typeof right, total: stakes.length }]]),
      sha256,
    ).map(({ number }) => number);

  it("unless its own line is issued and has its mark", () => {
    expect(missing(right)).toEqual([]);
    expect(missing(right.map((line) => (line.number === 2 ? { ...line, mark: null } : line)))).toEqual([2]);
    expect(missing(right.map((line) => (line.number === 2 ? { ...line, state: "void" } : line)))).toEqual([2]);
    expect(missing(right.map((line) => ({ ...line, mark: right[0]?.mark })))).toEqual([2, 3]);
    expect(missing(right.slice(0, 2))).toEqual([3]);
    expect(missing(right.toReversed())).toEqual([1, 3]);
    expect(missing(null)).toEqual([1, 2, 3]);
  });

  it("if its cask has none at all", () => {
    expect(findMissingMarks(held, new Map(), sha256)).toEqual(held);
  });
});
