// Runs tests in workerd with one mutant after another, in one process of vitest and with the product loaded once: for each mutant
// and each test file that comes by it, a small file that makes it the active one and loads the tests again.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createVitest } from "vitest/node";
import { inRoot } from "../steps/project.mjs";

const scratch = inRoot("tests", ".tmp", `mutants-${process.pid}`);
const NONE = 0;

/** Without a mutant each test notes which it comes by; what is seen between tests counts for all. `only`: the tests not skipped; null: all. */
const wrapper = ({ path, id, only }) => `import { afterEach, beforeEach } from "vitest";
globalThis.noticed ??= new Set();
const between = new Set();
globalThis.seen = between;
globalThis.isMutant = (id) => (globalThis.seen.add(id), id === globalThis.mutant);
globalThis.mutant = ${id};
const only = ${only ? `new Set(${JSON.stringify(only)})` : null};
const isOver = () => ${id} !== ${NONE} && globalThis.noticed.has(${id});
beforeEach(({ skip, task }) => {
  skip(isOver() || (only !== null && !only.has(task.fullTestName)));
  globalThis.seen = new Set();
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") globalThis.noticed.add(${id});
  if (${id} === ${NONE}) task.meta.seen = [...globalThis.seen];
  task.file.meta.between = [...between];
  globalThis.seen = between;
});
if (!isOver()) await import(${JSON.stringify(`${path}?mutant=${id}`)});
`;

/** @param texts the changed files by path */
export async function startWorkerd(texts) {
  mkdirSync(scratch, { recursive: true });
  const planted = join(scratch, "planted.json");
  process.env.PLANTED_BUG = planted;
  const plant = (more = new Map()) => writeFileSync(planted, JSON.stringify(Object.fromEntries([...texts, ...more])));
  plant();
  let heard = () => undefined;
  const reporters = [{ onTestModuleEnd: (module) => heard(module) }];
  const options = { config: inRoot("vitest.config.ts"), root: inRoot(), project: ["workerd"], reporters };
  // `watch` keeps what was transformed; no file is watched.
  const vitest = await createVitest(
    "test",
    { ...options, watch: true, testTimeout: 20_000 },
    { server: { watch: null } },
  );
  const [project] = vitest.projects;
  await vitest.standalone();

  /** @param tests { path, id, only } each. @param tell of each as it ends. @returns {Promise<{ path, id, only, by, tests, between, tookMs }[]>} */
  async function run(tests, tell = () => undefined) {
    const folder = join(scratch, String(Date.now()));
    mkdirSync(folder);
    const byFile = new Map();
    for (const one of tests) {
      const file = join(folder, `${String(byFile.size).padStart(5, "0")}-${one.id}-${basename(one.path)}`);
      writeFileSync(file, wrapper(one));
      byFile.set(file, one);
    }
    const results = [];
    heard = (module) => {
      // Those of earlier runs may be among them.
      if (!byFile.has(module.moduleId)) return;
      results.push({ ...byFile.get(module.moduleId), ...resultOf(module) });
      tell(results.at(-1));
    };
    await vitest.runTestSpecifications(
      [...byFile.keys()].map((file) => project.createSpecification(file)),
      false,
    );
    return results;
  }

  return {
    find: async (paths) =>
      (await vitest.globTestSpecifications(paths.map((path) => inRoot(path)))).map(({ moduleId }) => moduleId),
    run,
    /** With another text of a file, which is loaded for this run alone. */
    async runWith(path, text, tests) {
      const forget = () => {
        for (const { moduleGraph } of Object.values(project.vite.environments))
          for (const found of moduleGraph.getModulesByFile(path) ?? []) moduleGraph.invalidateModule(found);
      };
      plant(new Map([[path, text]]));
      forget();
      const results = await run(tests);
      plant();
      forget();
      return results;
    },
    async end() {
      await vitest.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function resultOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    ...{ name: test.fullName, seen: new Set(test.meta().seen), tookMs: test.diagnostic()?.duration ?? 0 },
  }));
  return {
    by: failureOf(module),
    tests,
    between: new Set(module.meta().between),
    tookMs: module.diagnostic().duration,
  };
}

function failureOf(module) {
  for (const { fullName } of module.children.allTests("failed")) return fullName;
  const [error] = module.errors();
  return error ? `an error: ${error.message.slice(0, 100)}` : null;
}
