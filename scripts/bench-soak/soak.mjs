import { readdirSync } from "node:fs";
import { World } from "../kill-test/world.mjs";
import { readIfThere } from "../steps/atomic-file.mjs";

const SAMPLED_EVERY_MS = 2_000;

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / (numbers.length || 1);

/** The memory of all runtimes that work on a state folder, in MB. */
function residentMb(stateDir) {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const ours = ids.filter((id) => {
    const command = readIfThere(`/proc/${id}/cmdline`) ?? "";
    return command.includes("workerd") && (command.includes(stateDir) || openDescribes(id, stateDir));
  });
  const kilobytes = ours.map((id) => Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${id}/status`) ?? "")?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1000;
}

/** The runtime gets its settings by a pipe, so its command names no folder: its parent's does. */
function openDescribes(id, stateDir) {
  const parent = /^PPid:\s+(\d+)/m.exec(readIfThere(`/proc/${id}/status`) ?? "")?.[1];
  return parent !== undefined && (readIfThere(`/proc/${parent}/cmdline`) ?? "").includes(stateDir);
}

/** A load that is not killed: keeps how long each answer took, and how much memory the runtimes have. */
export class Soak extends World {
  unexpected = [];
  #slices = [];
  #memory = [];

  constructor({ stateDir, ...origins }, { everyMs }) {
    super(origins);
    const startedAt = performance.now();
    this.sliceOf = () => Math.floor((performance.now() - startedAt) / everyMs);
    const timer = setInterval(() => this.#memory.push(residentMb(stateDir)), SAMPLED_EVERY_MS);
    timer.unref();
  }

  async send(...what) {
    const startedAt = performance.now();
    const answer = await super.send(...what);
    (this.#slices[this.sliceOf()] ??= []).push(performance.now() - startedAt);
    return answer;
  }

  /** From the second third to the last, the first warms up: 0.05 is 5 %. */
  growth() {
    const third = Math.floor(this.#memory.length / 3);
    const before = mean(this.#memory.slice(third, 2 * third));
    return before === 0 ? Number.NaN : mean(this.#memory.slice(2 * third)) / before - 1;
  }

  print() {
    console.log("minute  requests   p50 ms   p99 ms");
    for (const [minute, times = []] of this.#slices.entries()) {
      const sorted = [...times].sort((one, other) => one - other);
      const columns = [minute + 1, sorted.length, at(sorted, 0.5).toFixed(0), at(sorted, 0.99).toFixed(0)];
      console.log(columns.map((column, i) => String(column).padStart([6, 10, 9, 9][i])).join(""));
    }
    const [first = 0, last = 0] = [this.#memory[0], this.#memory.at(-1)];
    console.log(`memory of the runtimes: ${first.toFixed(0)} MB at first, ${last.toFixed(0)} MB at last`);
  }
}
