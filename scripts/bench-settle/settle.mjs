// How long settling a batch of payments takes, against the same trips to D1 and nothing else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { watchRuntime } from "../bench/measure.mjs";
import { inRoot } from "../steps/project.mjs";
import { scriptOfWorker } from "../steps/script-of-worker.mjs";

async function open() {
  const mf = new Miniflare({
    modules: true,
    script: await scriptOfWorker("bench-settle"),
    compatibilityDate: "2026-04-20",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["OURS", "BARE"],
  });
  const folder = inRoot("migrations");
  for (const name of ["OURS", "BARE"]) {
    const db = await mf.getD1Database(name);
    for (const file of readdirSync(folder)
      .filter((one) => one.endsWith(".sql"))
      .sort())
      for (const statement of readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"))
        await db.prepare(statement).run();
  }
  return mf;
}

/** @returns one row for each round: ms and CPU for one payment, ours and bare */
export async function measureSettlement({ rounds, batch }) {
  const mf = await open();
  try {
    const cpuMs = watchRuntime();
    const ask = async (path) => {
      const [startedAt, usedBefore] = [performance.now(), cpuMs()];
      const answer = await mf.dispatchFetch(`http://bench${path}`);
      const said = await answer.text();
      if (answer.status !== 200) throw new Error(said);
      const each = (ms) => ms / batch;
      return { ms: each(performance.now() - startedAt), cpu: each(cpuMs() - usedBefore), ...JSON.parse(said) };
    };
    const results = [];
    for (let round = 0; round <= rounds; round += 1) {
      await ask(`/fill?count=${batch}`);
      const [ours, bare] = [await ask("/ours"), await ask("/bare")];
      const expected = (round + 1) * batch;
      if (bare.ours !== expected || bare.bare !== expected)
        throw new Error(`settled ${bare.ours} and ${bare.bare} of ${expected}`);
      if (round > 0) results.push({ ours, bare }); // the first one warms up
    }
    return results;
  } finally {
    await mf.dispose();
  }
}
