import { describe, expect, it } from "vitest";
import { matchAdvisories } from "../../scripts/steps/match-advisories.mjs";

const advisories = [
  { id: "CVE-1", name: "leaky", affected: [{ below: "1.2.0" }, { from: "2.0.0", below: "2.0.5" }], what: "leaks" },
];
const acceptance = { id: "CVE-1", name: "leaky", until: "2026-12-31", why: "never called" };
const lockfile = (packages: Record<string, { name?: string; version?: string }>) => ({
  packages: { "": { version: "0.1.0" }, ...packages },
});
const match = (packages: Parameters<typeof lockfile>[0], accepted = [acceptance].slice(1), today = "2026-11-20") =>
  matchAdvisories(lockfile(packages), { advisories, accepted, today });

describe("a lockfile held against advisories", () => {
  it.each([
    ["0.9.10", 1],
    ["1.1.99", 1],
    ["1.2.0-beta.1", 1],
    ["1.2.0", 0],
    ["1.10.0", 0],
    ["2.0.4", 1],
    ["2.0.5", 0],
    ["10.0.0", 0],
  ])("leaky %s: %i problems", (version, problems) => {
    expect(match({ "node_modules/leaky": { version } }).problems).toHaveLength(problems);
  });

  it("finds it deep in the tree and under another name, and leaves alone what is only called alike", () => {
    const { problems } = match({
      "node_modules/a/node_modules/leaky": { version: "1.0.0" },
      "node_modules/alias": { name: "leaky", version: "2.0.0" },
      "node_modules/@other/leaky": { version: "1.0.0" },
    });
    expect(problems).toEqual([
      "leaky 1.0.0 (node_modules/a/node_modules/leaky): CVE-1, leaks",
      "leaky 2.0.0 (node_modules/alias): CVE-1, leaks",
    ]);
  });

  it("takes an acceptance up to its last day and not beyond, and none that has become idle", () => {
    const leaky = { "node_modules/leaky": { version: "1.0.0" } };
    expect(match(leaky, [acceptance], "2026-12-31")).toMatchObject({
      problems: [],
      borne: [expect.stringContaining("never called")],
    });
    expect(match(leaky, [acceptance], "2027-01-01").problems).toEqual([
      expect.stringContaining("accepted only until 2026-12-31"),
    ]);
    expect(match({}, [acceptance]).problems).toEqual([expect.stringContaining("nothing has it any more")]);
    expect(match(leaky, [{ ...acceptance, id: "CVE-2" }]).problems).toHaveLength(2);
  });
});
