// Sends a request again and again over a few keep-alive connections, and reads what workerd needed for it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const CONNECTIONS = 8;
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** `fetch` would not let the host be named. @throws unless the answer is 200 */
export function send({ url, body, ...options }, agent) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, ...options }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part)).on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(parts));
        else reject(new Error(`${url.pathname} answered ${response.statusCode}: ${Buffer.concat(parts)}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** @returns {() => number} the CPU time that the runtime, which this process started, has used so far, in ms */
export function watchRuntime() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  const pid = children.find((one) => readFileSync(`/proc/${one}/comm`, "utf8").startsWith("workerd"));
  return () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
  };
}

/** @param {() => object} next makes the next request. @returns the runtime's CPU and the wall time of one request in ms, and an answer's bytes */
export async function measure(next, { seconds, cpuMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let [count, bytes] = [0, 0];
  const [startedAt, usedBefore] = [performance.now(), cpuMs()];
  const loop = async () => {
    while (performance.now() < startedAt + seconds * 1000) {
      bytes = (await send(next(), agent)).length;
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  agent.destroy();
  return { ms: (performance.now() - startedAt) / count, cpu: (cpuMs() - usedBefore) / count, bytes };
}
