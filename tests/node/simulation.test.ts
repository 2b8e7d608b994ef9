import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSimulation, startThread } from "../../scripts/sim/threads.mjs";
import { missingKinds } from "../sim/coverage";
import type { CrashRow } from "../sim/crash-table";
import { FLOWS } from "../sim/crash-flows";
import { RESALE_FLOWS } from "../sim/resale-flows";
import type { SeedResult } from "../sim/run-seed";

// A small part of `npm run sim`, in its own thread: enough to see that it runs, repeats itself, and that nothing common
// is broken.

/** From the first one on, in which things of more kinds happen than in others. */
const [FIRST, SEEDS] = [253, 36];
/** A seed in which things of most kinds happen. */
const EVENTFUL = 19;
/** Nearly all steps of the longest flow, reconciliation, only read; `npm run sim` tries every one, and each in four ways. */
const MOST_STEPS = 40;

type Ran = { failed: SeedResult[]; happened: [string, number][] };
let thread: Awaited<ReturnType<typeof startThread>>;
let bundled: Awaited<ReturnType<typeof bundleSimulation>>;

beforeAll(async () => {
  bundled = await bundleSimulation();
  thread = await startThread(bundled);
});

afterAll(async () => {
  await thread.end();
  bundled.remove();
});

const run = async (from: number, count: number, { traced = false } = {}) =>
  (await thread.perform({ do: "seeds", from, count, stopAtFirst: false, traced })) as Ran;

describe("the simulation of money", () => {
  it(`finds no violation in ${SEEDS} runs full of faults`, async () => {
    const { failed, happened } = await run(FIRST, SEEDS);
    const told = failed.map(({ seed, violations }) => [`npm run sim -- --seed ${seed}`, ...violations]);
    expect(told).toEqual([]);
    const times = new Map(happened);
    expect(times.get("crash")).toBeGreaterThan(SEEDS);
    // Only the rarest kinds need more runs than these.
    expect(missingKinds(times).length).toBeLessThan(25);
  });

  it("runs the same way from the same seed", async () => {
    const [first, other] = (await run(EVENTFUL, 2, { traced: true })).failed;
    const [again] = (await run(EVENTFUL, 1, { traced: true })).failed;
    expect(first?.trace.length).toBeGreaterThan(100);
    expect(again?.trace).toEqual(first?.trace);
    expect(other?.trace).not.toEqual(first?.trace);
  });

  it("ends as if undisturbed, wherever a flow crashes or fails", async () => {
    const rows = (await thread.perform({ do: "crash table", short: { mostSteps: MOST_STEPS } })) as CrashRow[];
    expect(rows.flatMap(({ flow, problems }) => problems.map((problem) => `${flow}: ${problem}`))).toEqual([]);
    expect(rows.map(({ healed }) => healed)).toEqual(rows.map(({ tried }) => tried));
    expect(rows).toHaveLength(FLOWS.length + RESALE_FLOWS.length);
    for (const { flow, steps, tried } of rows) {
      expect(steps, flow).toBeGreaterThan(0);
      if (steps <= MOST_STEPS) expect(tried, flow).toBe(steps + Math.ceil(steps / 2));
    }
  });
});
