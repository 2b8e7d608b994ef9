import { parentPort, workerData } from "node:worker_threads";
import { crashTable } from "./crash-table";
import { FLOWS } from "./crash-flows";
import { RESALE_FLOWS } from "./resale-flows";
import { missingKinds, SEEDS_FOR_ALL_KINDS } from "./coverage";
import type { StatementChange } from "./mutants/change-statements";
import { runSeed } from "./run-seed";
import { digestAtOnce } from "./audit-deps";
import { makeTemplate } from "./template";

// One thread of a run: receives tasks and returns their results.

export type Task =
  | { do: "seeds"; from: number; count: number; stopAtFirst: boolean; traced: boolean }
  | { do: "crash table"; short?: { mostSteps: number }; named?: string }
  | { do: "unmet changes" }
  | { do: "missing kinds"; happened: [string, number][]; seeds: number };

const data = workerData as { migrations: string[]; planted: StatementChange[] };
digestAtOnce();
const template = await makeTemplate(data.migrations, data.planted);

parentPort?.on("message", (task: Task) => {
  perform(task).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
parentPort?.postMessage({ ready: true });

const flowsNamed = (part = "") => [...FLOWS, ...RESALE_FLOWS].filter(({ name }) => name.includes(part));

async function perform(task: Task): Promise<unknown> {
  if (task.do === "crash table") return crashTable(template, task.short, flowsNamed(task.named));
  if (task.do === "unmet changes") return template.store.changes.unmet();
  if (task.do === "missing kinds") return task.seeds < SEEDS_FOR_ALL_KINDS ? [] : missingKinds(new Map(task.happened));
  const failed: { seed: number; violations: string[]; failedAudits: string[]; trace: string[] }[] = [];
  const happened = new Map<string, number>();
  for (let seed = task.from; seed < task.from + task.count; seed++) {
    const result = await runSeed(template, seed, { traced: task.traced });
    for (const [what, count] of result.happened) happened.set(what, (happened.get(what) ?? 0) + count);
    if (result.violations.length > 0 || task.traced)
      failed.push({ seed, violations: result.violations, failedAudits: result.failedAudits, trace: result.trace });
    if (result.violations.length > 0 && task.stopAtFirst) break;
  }
  return { failed, happened: [...happened] };
}
