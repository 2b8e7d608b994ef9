// Runs tests in workerd with one mutant after another, in one process of vitest and with the product loaded once: for each mutant
// and each test file that comes by it, a small file that makes it the active one and loads the tests again.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createVitest } from "vitest/node";
import { inRoot } from "../steps/project.mjs";

const scratch = inRoot("tests", ".tmp", `mutants-${process.pid}`);
const NONE = 0;

/**
 * Without a mutant each test notes which it comes by; what is seen between tests counts for all. `only`: the tests not skipped; null: all.
 * Emptying the bindings takes longer than most tests, so they stay as they are until a test fails. `confirms`: after a failure with
 * what others had left there, which counts where it fails with empty ones too.
 */
const wrapper = (
  { path, id, only, confirms = false },
  serial,
) => `import { afterAll, afterEach, beforeEach, it } from "vitest";
globalThis.noticed ??= new Set();
const between = new Set();
globalThis.seen = between;
globalThis.isMutant = (id) => (globalThis.seen.add(id), id === globalThis.mutant);
globalThis.mutant = ${id};
const [run, only] = [${JSON.stringify(`${id} ${path}`)}, ${only ? `new Set(${JSON.stringify(only)})` : null}];
if (${id === NONE} || (!globalThis.noticed.has(${id}) && (${!confirms} || globalThis.suspect === run))) {
  const isFresh = ${id === NONE || confirms} || !globalThis.isClean;
  let [passed, failed] = [0, 0];
  Object.assign(globalThis, { keepsBindings: !isFresh, isClean: false, suspect: run });
  beforeEach(({ skip, task }) => {
    skip(failed > 0 || (only !== null && !only.has(task.fullTestName)));
    globalThis.seen = new Set();
  });
  afterEach(({ task }) => {
    if (task.result?.state === "pass") passed += 1;
    if (task.result?.state === "fail") failed += 1;
    if (failed > 0 && isFresh) globalThis.noticed.add(${id});
    if (${id === NONE}) task.meta.seen = [...globalThis.seen];
    Object.assign(task.file.meta, { isFresh, between: [...between] });
    globalThis.seen = between;
  });
  afterAll(() => {
    if (passed > 0 && failed === 0) Object.assign(globalThis, { isClean: true, suspect: null });
  });
  await import(${JSON.stringify(`${path}?mutant=${id}-${serial}`)});
} else it.skip("is not needed", () => undefined);
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
    for (const one of tests.flatMap((each) => (each.id === NONE ? [each] : [each, { ...each, confirms: true }]))) {
      const file = join(folder, `${String(byFile.size).padStart(5, "0")}-${one.id}-${basename(one.path)}`);
      writeFileSync(file, wrapper(one, byFile.size));
      byFile.set(file, one);
    }
    const results = [];
    heard = (module) => {
      // Those of earlier runs may be among them.
      if (!byFile.has(module.moduleId)) return;
      const one = byFile.get(module.moduleId);
      results.push({ ...one, ...resultOf(module, one) });
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

function resultOf(module, { id, confirms }) {
  const tests = [...module.children.allTests()].map((test) => ({
    ...{ name: test.fullName, seen: new Set(test.meta().seen), tookMs: test.diagnostic()?.duration ?? 0 },
  }));
  const { isFresh = confirms, between } = module.meta();
  const by = isFresh || id === NONE ? failureOf(module) : null;
  return { by, tests, between: new Set(between), tookMs: module.diagnostic().duration };
}

function failureOf(module) {
  for (const { fullName } of module.children.allTests("failed")) return fullName;
  const [error] = module.errors();
  return error ? `an error: ${error.message.slice(0, 100)}` : null;
}
