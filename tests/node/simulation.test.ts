import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingKinds } from "../sim/coverage";
import { crashTable } from "../sim/crash-table";
import { FLOWS } from "../sim/crash-flows";
import { runSeed } from "../sim/run-seed";
import { digestAtOnce } from "../sim/sync-digest";
import { makeTemplate, type Template } from "../sim/template";

// A small part of `npm run sim`: enough to see that it runs, repeats itself, and that nothing common is broken.

const SEEDS = 100;
/** A seed in which much happens. */
const EVENTFUL = 75;
const FOLDER = "migrations";

let template: Template;
let withRealDigests: () => void;

beforeAll(async () => {
  withRealDigests = digestAtOnce();
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  template = await makeTemplate(files.sort().map((name) => readFileSync(join(FOLDER, name), "utf8")));
}, 60_000);

afterAll(() => withRealDigests());

describe("the simulation of money", () => {
  it(`finds no violation in ${SEEDS} runs full of faults`, { timeout: 120_000 }, async () => {
    const happened = new Map<string, number>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const run = await runSeed(template, seed);
      expect(run.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
      for (const [what, count] of run.happened) happened.set(what, (happened.get(what) ?? 0) + count);
    }
    expect(happened.get("crash")).toBeGreaterThan(SEEDS);
    // Only the rarest kinds need more runs than these.
    expect(missingKinds(happened).length).toBeLessThan(20);
  });

  it("runs the same way again from the same seed", { timeout: 60_000 }, async () => {
    const first = await runSeed(template, EVENTFUL, { traced: true });
    const again = await runSeed(template, EVENTFUL, { traced: true });
    expect(first.trace.length).toBeGreaterThan(100);
    expect(again.trace).toEqual(first.trace);
    expect((await runSeed(template, EVENTFUL + 1, { traced: true })).trace).not.toEqual(first.trace);
  });

  it("ends as if undisturbed, wherever a flow crashes or fails", { timeout: 120_000 }, async () => {
    const rows = await crashTable(template);
    expect(rows.flatMap(({ flow, problems }) => problems.map((problem) => `${flow}: ${problem}`))).toEqual([]);
    expect(rows.map(({ healed }) => healed)).toEqual(rows.map(({ steps }) => steps * 4));
    expect(rows).toHaveLength(FLOWS.length);
    expect(Math.min(...rows.map(({ steps }) => steps))).toBeGreaterThan(0);
  });
});
