import { describe, expect, it } from "vitest";
import lockfile from "../../package-lock.json";
import { knownAdvisories, LISTED_ON } from "../../scripts/known-advisories.mjs";
import { judgeAudit, reportOfList } from "../../scripts/steps/judge-audit.mjs";

const leak = { name: "leaky", severity: "high", title: "leaks", url: "https://github.com/advisories/GHSA-1" };
const acceptance = { id: "GHSA-1", until: "2026-12-31", why: "never called" };
/** As npm reports it: a package that depends on an affected one names it as text. */
const reportOf = (cause: typeof leak) => ({
  vulnerabilities: { leaky: { via: [cause] }, user: { via: ["leaky"] }, other: { via: [cause, "leaky"] } },
});
const judge = (cause: typeof leak, accepted = [acceptance], today = "2026-11-21") =>
  judgeAudit(reportOf(cause), { accepted, today });

describe("what npm audit reports", () => {
  it("fails once for each advisory of moderate or higher, and only reports a low one", () => {
    for (const severity of ["moderate", "high", "critical"])
      expect(judge({ ...leak, severity }, [])).toEqual({
        problems: [`leaky: leaks (${severity}, ${leak.url})`],
        told: [],
      });
    expect(judge({ ...leak, severity: "low" }, [])).toMatchObject({ problems: [], told: [expect.any(String)] });
    expect(judgeAudit({ vulnerabilities: {} }, { accepted: [], today: "2026-11-21" })).toEqual({
      problems: [],
      told: [],
    });
  });

  it("is accepted by its id, up to and including its last day", () => {
    expect(judge(leak, [acceptance], "2026-12-31")).toMatchObject({
      problems: [],
      told: [expect.stringContaining("accepted until 2026-12-31: never called")],
    });
    expect(judge(leak, [acceptance], "2027-01-01").problems).toEqual([
      expect.stringContaining("accepted only until 2026-12-31"),
    ]);
    expect(judge(leak, [{ ...acceptance, id: "GHSA-2" }])).toMatchObject({
      problems: [expect.stringContaining("GHSA-1")],
      told: ["GHSA-2 is accepted, but the registry does not report it"],
    });
  });
});

describe("the list for where the registry has no answer", () => {
  const known = [{ ...acceptance, name: "leaky", affected: ">=1.0.0 <1.2.0", severity: "high", title: "leaks" }];
  const judgedWith = async (version: string, dev?: boolean) =>
    judgeAudit(
      await reportOfList(known, { packages: { "": {}, "node_modules/user/node_modules/leaky": { version, dev } } }),
      {
        accepted: [],
        today: "2026-11-21",
      },
    ).problems;

  it("reports a package of production in the versions that are affected, wherever it is installed", async () => {
    expect(await judgedWith("1.1.9")).toEqual(["leaky: leaks (high, https://github.com/advisories/GHSA-1)"]);
    expect(await judgedWith("1.2.0")).toEqual([]);
    expect(await judgedWith("1.1.9", true)).toEqual([]);
  });

  it("has an id, a package and its versions for each advisory, and a day and a reason for each that is accepted", () => {
    expect(LISTED_ON).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const { id, affected, until, why } of knownAdvisories) {
      expect(id).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
      expect(affected).toMatch(/^[<>]/);
      if (until === undefined) continue;
      expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(why?.length).toBeGreaterThan(20);
    }
  });

  it("finds in our lockfile what is accepted, and nothing else", async () => {
    const accepted = knownAdvisories.filter(({ until }) => until !== undefined);
    const { problems, told } = judgeAudit(await reportOfList(knownAdvisories, lockfile), {
      accepted,
      today: LISTED_ON,
    });
    expect(problems).toEqual([]);
    expect(told).toHaveLength(accepted.length);
    expect(told.join("\n")).not.toContain("does not report it");
  });
});
