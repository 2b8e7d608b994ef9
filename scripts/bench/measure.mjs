// Requests one address again and again over a few keep-alive connections.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const CONNECTIONS = 8;
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

function ask({ url: address, headers }, agent) {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const startedAt = process.hrtime.bigint();
    request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => (bytes += chunk.length));
      response.on("end", () => {
        if (response.statusCode !== 200) reject(new Error(`${url.pathname} answered ${response.statusCode}`));
        else resolve({ ms: Number(process.hrtime.bigint() - startedAt) / 1e6, bytes });
      });
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return {
    name: /\((.*)\)/.exec(text)?.[1],
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
  };
};

/** The runtime that this process started. @returns {() => number} the CPU time that it has used so far, in ms */
export function watchRuntime() {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const own = pids.find((pid) => {
    try {
      const { name, parent } = statOf(pid);
      return parent === process.pid && name.startsWith("workerd");
    } catch {
      return false; // ended meanwhile
    }
  });
  if (!own) throw new Error("There is no workerd among this process's children");
  return () => (statOf(own).ticks / TICKS_PER_SECOND) * 1000;
}

/** @returns the runtime's CPU for one request in ms, requests per second, the median and 95th percentile in ms, bytes of one answer */
export async function measure(target, { seconds, cpuMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  let bytes = 0;
  const usedBefore = cpuMs();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const loop = async () => {
    while (performance.now() < until) {
      const answer = await ask(target, agent);
      times.push(answer.ms);
      bytes = answer.bytes;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const elapsedMs = performance.now() - startedAt;
  const cpu = (cpuMs() - usedBefore) / times.length;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { cpu, perSecond: (times.length / elapsedMs) * 1000, p50: at(0.5), p95: at(0.95), bytes };
}
