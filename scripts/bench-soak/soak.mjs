import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted } from "../kill-test/visitor.mjs";
import { World } from "../kill-test/world.mjs";
import { readIfThere } from "../steps/atomic-file.mjs";

const SAMPLED_EVERY_MS = 2_000;
const QUIET_WITHIN_MS = 5_000;
/** 403: the joining fee is paid, and not settled yet. 409: another buyer was faster, or the buyer already pays in another way. */
const EXPECTED = new Set([200, 302, 303, 403, 409]);
/** What wrangler's own proxy says when its connection to the Workers broke; they are not asked at all. */
const OF_THE_PROXY = "Your worker restarted mid-request";

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** @returns {number[]} the runtimes that work for a state folder: wrangler's proxy, and the Workers */
function runtimesOf(stateDir) {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => {
    if (!(readIfThere(`/proc/${id}/cmdline`) ?? "").includes("workerd")) return false;
    // The settings come by a pipe, so that only the parent's command names the folder.
    const parent = /^PPid:\s+(\d+)/m.exec(readIfThere(`/proc/${id}/status`) ?? "")?.[1];
    return [id, parent].some((one) => (readIfThere(`/proc/${one}/cmdline`) ?? "").includes(stateDir));
  });
}

const residentMb = (id) => Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${id}/status`) ?? "")?.[1] ?? 0) / 1000;

/** A load that is never killed: keeps how long each answer took, what was unexpected, and how much memory the runtimes have. */
export class Soak extends World {
  unexpected = new Map();
  cutOff = 0;
  #minutes = [];
  #memory = new Map();
  #startedAt = performance.now();
  #underWay = 0;
  #maySend = Promise.resolve();

  constructor({ stateDir, ...origins }) {
    super(origins);
    const sample = () => {
      for (const id of runtimesOf(stateDir)) this.#memory.set(id, [...(this.#memory.get(id) ?? []), residentMb(id)]);
    };
    setInterval(sample, SAMPLED_EVERY_MS).unref();
  }

  /** Sends nothing new, lets what is under way come to its end (what the proxy has lost never does), and looks. */
  async whileQuiet(look) {
    let goOn;
    this.#maySend = new Promise((resolve) => (goOn = resolve));
    for (let waits = 0; this.#underWay > 0 && waits < QUIET_WITHIN_MS / 20; waits += 1) await sleep(20);
    try {
      return await look();
    } finally {
      goOn();
    }
  }

  async send(visitor, path, form) {
    await this.#maySend;
    this.#underWay += 1;
    const startedAt = performance.now();
    const { pathname } = new URL(path, this.origin);
    const count = (what) => this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + 1);
    try {
      const answer = await super.send(visitor, path, form);
      const minute = Math.floor((performance.now() - this.#startedAt) / 60_000);
      (this.#minutes[minute] ??= []).push(performance.now() - startedAt);
      const isPage = form === undefined && path.startsWith("/");
      if (!(isPage ? answer.status === 200 : EXPECTED.has(answer.status)))
        count(`${form ? "POST" : "GET"} ${pathname} answered ${answer.status}`);
      return answer;
    } catch (error) {
      if (error.message.includes(OF_THE_PROXY)) this.cutOff += 1;
      else if (error instanceof Interrupted && !this.stopped)
        count(`${form ? "POST" : "GET"} ${pathname}: ${error.message}`);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  print() {
    console.log("minute  requests   p50 ms   p99 ms");
    for (const [minute, times = []] of this.#minutes.entries()) {
      const sorted = [...times].sort((one, other) => one - other);
      const columns = [minute + 1, sorted.length, at(sorted, 0.5).toFixed(0), at(sorted, 0.99).toFixed(0)];
      console.log(columns.map((column, i) => String(column).padStart([6, 10, 9, 9][i])).join(""));
    }
    const ends = [...this.#memory.values()].map((samples) => [samples[0], samples.at(-1)].map(Math.round).join(" to "));
    console.log(`memory of the runtimes' processes, wrangler's proxy among them, in MB: ${ends.join(", ")}`);
  }
}
