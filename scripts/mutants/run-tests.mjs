// Runs tests with one mutant after another, in one thread: for each mutant and each test file that comes by it, a small file that makes it the
// active one and loads the tests again. Tests of workerd run in Node and in memory (in-memory.ts) too, which takes a tenth of the time.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createVitest } from "vitest/node";
import { inRoot } from "../steps/project.mjs";

const scratch = inRoot("tests", ".tmp", `mutants-${process.pid}`);
const NONE = 0;
/** Stands behind the name of a test that failed by its time limit: on a busy machine that may be no failure. */
const LATE = " (time limit)";
/** A test that comes by so many more places with a mutant does not end: no timer would stop a loop that waits for nothing. */
const TIMES_MORE = 20;
const AT_LEAST = 20_000;
/** Of one file with one mutant, on a busy machine; and so many times as long as without any. */
const LONGEST_MS = 60_000;
const TIMES_LONGER = 10;
/** Without a mutant every test ends. */
const isTooLong = (test, ms) => test.id !== NONE && ms > Math.max(LONGEST_MS, TIMES_LONGER * (test.tookMs ?? 0));

/** Without a mutant each test notes which it comes by; what is seen between tests counts for all. `only`: the tests not skipped; null: all. */
const wrapper = ({ path, id, only, mostHits }, isLoadedAgain) => `import { afterEach, beforeEach, vi } from "vitest";
globalThis.noticed ??= new Set();
const between = new Set();
globalThis.seen = between;
let hits = 0;
globalThis.isMutant = (id) => {
  globalThis.seen.add(id);
  hits += 1;
  if (hits > ${id === NONE ? Infinity : TIMES_MORE * mostHits + AT_LEAST}) throw new Error("does not end");
  return id === globalThis.mutant;
};
globalThis.mutant = ${id};
const only = ${only ? `new Set(${JSON.stringify(only)})` : null};
const isOver = () => ${id} !== ${NONE} && globalThis.noticed.has(${id});
beforeEach(({ skip, task }) => {
  skip(isOver() || (only !== null && !only.has(task.fullTestName)));
  globalThis.seen = new Set();
  hits = 0;
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") globalThis.noticed.add(${id});
  // Where exactly is asked of nobody, and takes longer to find out than most tests take.
  for (const error of task.result?.errors ?? []) error.stack = "";
  if (${id} === ${NONE}) Object.assign(task.meta, { seen: [...globalThis.seen], hits });
  task.file.meta.between = [...between];
  globalThis.seen = between;
});
if (${isLoadedAgain}) vi.resetModules();
if (!isOver()) await import(${JSON.stringify(isLoadedAgain ? path : `${path}?mutant=${id}`)});
`;

/** What is prepared once would keep the first mutant that it was made with. */
const PREPARED = inRoot("app", "db", "prepared-once.ts");
function preparedForEach() {
  const text = readFileSync(PREPARED, "utf8");
  const [before, after, ...more] = text.split("known ??= build(");
  if (after === undefined || more.length > 0) throw new Error(`${PREPARED} is not as it was`);
  return `${before}known = build(${after}`;
}

/**
 * @param changed the changed files by path
 * @param onStuck told of the run in which a loop waits for nothing: nothing but the end of the process stops it
 * @param isInNode tests of little that is loaded: it is loaded for each mutant, so that those in what is evaluated then are tried as well
 */
export async function startTests(changed, { isInNode, onStuck }) {
  const texts = new Map([[PREPARED, preparedForEach()], ...changed]);
  // Some tests write thousands of small files.
  if (existsSync("/dev/shm")) process.env.TMPDIR = "/dev/shm";
  mkdirSync(scratch, { recursive: true });
  const planted = join(scratch, "planted.json");
  process.env.PLANTED_BUG = planted;
  const plant = (more = new Map()) => writeFileSync(planted, JSON.stringify(Object.fromEntries([...texts, ...more])));
  plant();
  let heard = () => undefined;
  let running;
  const reporters = [
    {
      onTestModuleQueued: ({ moduleId }) => void (running = { moduleId, sinceMs: Date.now() }),
      onTestModuleEnd: (module) => ((running = undefined), heard(module)),
    },
  ];
  const config = inRoot("scripts", "mutants", isInNode ? "in-node.config.mjs" : "in-memory.config.mjs");
  const options = { config, root: inRoot(), reporters };
  // `watch` keeps what was transformed; no file is watched.
  const vitest = await createVitest("test", { ...options, watch: true }, { server: { watch: null } });
  const [project] = vitest.projects;
  await vitest.standalone();

  /** @param tests { path, id, only } each. @param tell of each as it ends. @returns {Promise<{ path, id, only, by, tests, between, tookMs }[]>} */
  async function run(tests, tell = () => undefined) {
    const folder = join(scratch, String(Date.now()));
    mkdirSync(folder);
    const byFile = new Map();
    for (const one of tests) {
      const file = join(folder, `${String(byFile.size).padStart(5, "0")}-${one.id}-${basename(one.path)}`);
      writeFileSync(file, wrapper(one, isInNode));
      byFile.set(file, one);
    }
    const results = [];
    const watch = setInterval(() => {
      const test = running && byFile.get(running.moduleId);
      if (test && isTooLong(test, Date.now() - running.sinceMs)) onStuck(test);
    }, 1_000);
    heard = (module) => {
      // Those of earlier runs may be among them.
      if (!byFile.has(module.moduleId)) return;
      results.push({ ...resultOf(module), ...byFile.get(module.moduleId) });
      tell(results.at(-1));
    };
    await vitest.runTestSpecifications(
      [...byFile.keys()].map((file) => project.createSpecification(file)),
      false,
    );
    clearInterval(watch);
    return results;
  }

  return {
    isInNode,
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
    /** At once, with what never ends. */
    clear: () => rmSync(scratch, { recursive: true, force: true }),
    async end() {
      await vitest.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function resultOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    ...{ name: test.fullName, seen: new Set(test.meta().seen), tookMs: test.diagnostic()?.duration ?? 0 },
    hits: test.meta().hits ?? 0,
    isRight: test.result().state !== "failed",
  }));
  return {
    by: failureOf(module),
    tests,
    mostHits: Math.max(0, ...tests.map(({ hits }) => hits)),
    between: new Set(module.meta().between),
    tookMs: module.diagnostic().duration,
  };
}

function failureOf(module) {
  for (const test of module.children.allTests("failed")) {
    const isLate = test.result().errors.some(({ message }) => message.includes("timed out"));
    return isLate ? `${test.fullName}${LATE}` : test.fullName;
  }
  const [error] = module.errors();
  return error ? `an error: ${error.message.slice(0, 100)}` : null;
}
