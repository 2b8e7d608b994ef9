import type { Task } from "../../tests/sim/worker";

type Bundled = { bundle: string; migrations: string[]; remove: () => void };

export function bundleSimulation(mutant?: object): Promise<Bundled>;
export function startThread(bundled: Bundled): Promise<{
  perform: (task: Task) => Promise<unknown>;
  end: () => Promise<number>;
}>;
