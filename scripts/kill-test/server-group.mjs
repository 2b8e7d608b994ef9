// Runs the local Worker as one process group, so that one signal ends everything at once, as a machine crash
// would.
import { spawn } from "node:child_process";
import { inRoot } from "../steps/project.mjs";

const script = inRoot("tests", "e2e", "support", "serve-state.mjs");

export class ServerGroup {
  #child = null;

  constructor(settings) {
    this.settings = settings;
    process.once("exit", () => this.#signal());
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

  /** Sends `kill -9` to everything. */
  async kill() {
    const child = this.#child;
    if (!child) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.#signal();
    await closed;
    this.#child = null;
  }
}
