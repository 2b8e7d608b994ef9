import { checkAtRest } from "./check/at-rest";
import { type Flow, FLOWS } from "./crash-flows";
import { type Fault, FAULTS, noFaults, oneFault } from "./faults";
import { fingerprint } from "./fingerprint";
import { heal } from "./heal";
import { Random } from "./random";
import { openShop, type Template } from "./template";
import { NOW_MS } from "./template-plan";
import { World } from "./world";

export type CrashRow = { flow: string; steps: number; tried: number; healed: number; problems: string[] };

/** A crash before a step is one after the step before it. */
const IN_TURN: readonly Fault[][] = [
  ["crash-after", "error-before"],
  ["crash-after"],
  ["crash-after", "error-after"],
  ["crash-after"],
];

type Ending = { left: string; steps: number; reached: boolean; violations: string[] };

/**
 * Every step of every flow crashes before and after its effect, and fails before and after it; the end must be as if
 * nothing had happened.
 * @param short of a longer flow only so many steps are tried, evenly spread; each crashes after its effect, and every other one fails,
 * before its effect and after it in turn
 */
export async function crashTable(
  template: Template,
  short: { mostSteps: number } | null = null,
  flows: readonly Flow[] = FLOWS,
): Promise<CrashRow[]> {
  const rows: CrashRow[] = [];
  for (const flow of flows) {
    const calm = await disturb(template, flow, 0, "none");
    const row: CrashRow = { flow: flow.name, steps: calm.steps, tried: 0, healed: 0, problems: calm.violations };
    const every = short ? Math.ceil(calm.steps / short.mostSteps) || 1 : 1;
    for (let step = 1, at = 0; step <= calm.steps; step += every, at++) {
      for (const fault of (short && IN_TURN[at % IN_TURN.length]) || FAULTS) {
        const ending = await disturb(template, flow, step, fault);
        row.tried += 1;
        const problem = problemOf(ending, calm);
        if (problem === null) row.healed += 1;
        else row.problems.push(`step ${step}, ${fault}: ${problem}`);
      }
    }
    rows.push(row);
  }
  return rows;
}

function problemOf(ending: Ending, calm: Ending): string | null {
  if (!ending.reached) return "the step was not reached";
  if (ending.violations.length > 0) return ending.violations.join("; ");
  return ending.left === calm.left ? null : `ended otherwise: ${firstDifference(ending.left, calm.left)}`;
}

async function disturb(template: Template, flow: Flow, step: number, fault: Fault): Promise<Ending> {
  template.store.begin();
  try {
    const world = new World(new Random(1), NOW_MS);
    const shop = openShop(template, world);
    const prepared = flow.prepare(shop);
    await world.run();
    await prepared;
    const plan = oneFault(flow.disturbed, step, fault);
    world.faults = plan;
    const acted = flow.act(shop);
    await world.run();
    await acted;
    await heal(shop, noFaults);
    checkAtRest(shop);
    return { left: fingerprint(shop), steps: plan.seen, reached: plan.hit, violations: world.violations };
  } finally {
    template.store.forget();
  }
}

function firstDifference(left: string, right: string): string {
  const [ours, theirs] = [left.split("\n"), right.split("\n")];
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  return `${ours.slice(at - 1, at + 3).join(" ")} instead of ${theirs.slice(at - 1, at + 3).join(" ")}`;
}
