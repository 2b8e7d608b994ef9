// Requests one address again and again over a few keep-alive connections.
import { Agent, request } from "node:http";

const CONNECTIONS = 8;

function ask({ url, headers }, agent) {
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

/** @returns requests per second, median and 95th percentile in ms, bytes of one answer */
export async function measure(target, { seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  let bytes = 0;
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
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond: (times.length / elapsedMs) * 1000, p50: at(0.5), p95: at(0.95), bytes };
}
