// Runs tests in workerd with one mutant after another, in one process of vitest and with the product loaded once: for each mutant
// and each test file that comes by it, a small file that makes it the active one and loads the tests again.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createVitest } from "vitest/node";
import { inRoot } from "../steps/project.mjs";

const scratch = inRoot("tests", ".tmp", `mutants-${process.pid}`);
const NONE = 0;

const wrapper = (path, id) => `import { afterEach, beforeEach } from "vitest";
globalThis.noticed ??= new Set();
globalThis.seen = new Set();
globalThis.isMutant = (id) => (globalThis.seen.add(id), id === globalThis.mutant);
globalThis.mutant = ${id};
const isOver = () => ${id} !== ${NONE} && globalThis.noticed.has(${id});
beforeEach(({ skip }) => skip(isOver()));
afterEach(({ task }) => {
  if (task.result?.state === "fail") globalThis.noticed.add(${id});
  if (${id} === ${NONE}) task.file.meta.seen = [...globalThis.seen];
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
  const options = { config: inRoot("vitest.config.ts"), root: inRoot(), project: ["workerd"], reporters: [{}] };
  // `watch` keeps what was transformed; no file is watched.
  const vitest = await createVitest(
    "test",
    { ...options, watch: true, testTimeout: 20_000 },
    { server: { watch: null } },
  );
  const [project] = vitest.projects;
  await vitest.standalone();

  /** @param tests [path, id] each. @returns {Promise<{ path, id, by, seen, tookMs }[]>} */
  async function run(tests) {
    const folder = join(scratch, String(Date.now()));
    mkdirSync(folder);
    const byFile = new Map();
    for (const [path, id] of tests) {
      const file = join(folder, `${String(byFile.size).padStart(5, "0")}-${id}-${basename(path)}`);
      writeFileSync(file, wrapper(path, id));
      byFile.set(file, { path, id });
    }
    const specifications = [...byFile.keys()].map((file) => project.createSpecification(file));
    const { testModules } = await vitest.runTestSpecifications(specifications, false);
    // Those of earlier runs are among them.
    const mine = testModules.filter(({ moduleId }) => byFile.has(moduleId));
    return mine.map((one) => ({
      ...byFile.get(one.moduleId),
      ...{ by: failureOf(one), seen: one.meta().seen ?? [], tookMs: one.diagnostic().duration },
    }));
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

function failureOf(module) {
  for (const { fullName } of module.children.allTests("failed")) return fullName;
  const [error] = module.errors();
  return error ? `an error: ${error.message.slice(0, 100)}` : null;
}
