// What the holder of a certificate is told about the audit.
import { describe, expect, it } from "vitest";
import { registerMark } from "~/domain/audit/hashes";
import { stakeInAudit } from "~/domain/audit/audit-pages";

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
