// Runs the local Worker as one process group, so that one signal ends everything at once, as a machine crash
// would.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readIfThere } from "../steps/atomic-file.mjs";
import { inRoot } from "../steps/project.mjs";

const script = inRoot("tests", "e2e", "support", "serve-state.mjs");

/** Processes of the group or working on the state folder; a zombie does not count. */
function survivors(groupId, stateDir) {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return ids.filter((id) => {
    const stat = readIfThere(`/proc/${id}/stat`);
    if (stat === null) return false;
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (/^[ZX]$/.test(state)) return false;
    return Number(group) === groupId || (readIfThere(`/proc/${id}/cmdline`) ?? "").includes(stateDir);
  });
}

export class ServerGroup {
  #child = null;

  constructor(settings) {
    this.settings = settings;
    process.once("exit", () => this.#signal());
  }

  /** The process group. */
  get id() {
    return this.#child?.pid;
  }

  #signal() {
    if (!this.#child) return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }

  /** @returns the time until the Workers answered, in ms */
  async start() {
    const startedMs = Date.now();
    const { stateDir, port, bundle, secrets } = this.settings;
    const child = spawn(process.execPath, [script, stateDir, String(port), bundle], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DUNNAGE_SECRETS: JSON.stringify(secrets) },
    });
    this.#child = child;
    await new Promise((resolve, reject) => {
      child.stdout.on("data", (chunk) => chunk.toString().includes("ready") && resolve());
      child.once("exit", (code) => reject(new Error(`the Workers ended with ${code}`)));
    });
    return Date.now() - startedMs;
  }

  /** Sends `kill -9` to everything. @returns the processes still there after five seconds, which must be none */
  async kill() {
    const child = this.#child;
    if (!child) return [];
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.#signal();
    await closed;
    this.#child = null;
    for (const endsMs = Date.now() + 5_000; ;) {
      const left = survivors(child.pid, this.settings.stateDir);
      if (left.length === 0 || Date.now() > endsMs) return left;
      await sleep(50);
    }
  }
}
