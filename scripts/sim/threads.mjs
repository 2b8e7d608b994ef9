import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { changeCode } from "./change-code.mjs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { inRoot } from "../steps/project.mjs";

// Runs the simulation in threads: its TypeScript is bundled once, with or without planted bugs, and each thread has its
// own database made from the project's migrations.

const scratch = inRoot("tests", ".tmp");
let serial = 0;

function readMigrations() {
  const files = readdirSync(inRoot("migrations")).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => readFileSync(inRoot("migrations", name), "utf8"));
}

/**
 * For every part of every query, Drizzle asks for its class by walking prototypes: a tenth of all time here. The answer
 * depends on the class alone, so this remembers it.
 */
const quickIs = {
  name: "quick-is",
  setup(onto) {
    onto.onLoad({ filter: /[\\/]drizzle-orm[\\/]entity\.js$/ }, ({ path }) => {
      const remembered = `const answers = new WeakMap();
function is(value, type) {
  if (!value || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return slowIs(value, type);
  let known = answers.get(prototype);
  if (!known) answers.set(prototype, (known = new Map()));
  let answer = known.get(type);
  if (answer === undefined) known.set(type, (answer = slowIs(value, type)));
  return answer;
}
`;
      const [before, after, ...more] = readFileSync(path, "utf8").split("function is(value, type) {");
      if (after === undefined || more.length > 0) throw new Error(`${path} is not as it was`);
      return { contents: `${before}${remembered}function slowIs(value, type) {${after}`, loader: "js" };
    });
  },
};

/** @param mutant what to change in the product while bundling (see tests/sim/mutants/mutant.ts) */
export async function bundleSimulation({ code = [], statements = [], drop = [] } = {}) {
  mkdirSync(scratch, { recursive: true });
  const bundle = join(scratch, `sim-${process.pid}-${(serial += 1)}.mjs`);
  const changed = changeCode(code);
  const notLoaded = new Set(changed.keys());
  const plant = {
    name: "plant",
    setup(onto) {
      if (changed.size === 0) return;
      onto.onLoad({ filter: /[\\/]app[\\/].*\.tsx?$/ }, ({ path }) => {
        const contents = changed.get(path);
        notLoaded.delete(path);
        return contents === undefined ? undefined : { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
  await build({
    entryPoints: [inRoot("tests", "sim", "worker.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["sql.js"],
    // Emails are rendered as in a Worker: Node's own variant needs what a bundle of modules cannot load.
    alias: { "~": inRoot("app"), "react-dom/server": "react-dom/server.browser" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [plant, quickIs],
    logLevel: "error",
    legalComments: "none",
  });
  const remove = () => rmSync(bundle, { force: true });
  if (notLoaded.size > 0) {
    remove();
    throw new Error(`the simulation does not run ${[...notLoaded].join(", ")}`);
  }
  return { bundle, migrations: [...readMigrations(), ...drop], planted: statements, remove };
}

/** A thread that does one task after another. */
export async function startThread({ bundle, migrations, planted }) {
  const worker = new Worker(bundle, {
    workerData: { migrations, planted },
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  let waiting = { resolve: () => undefined, reject: () => undefined };
  worker.on("message", (message) => waiting.resolve(message));
  worker.on("error", (error) => waiting.reject(error));
  const answer = () => new Promise((resolve, reject) => (waiting = { resolve, reject }));
  await answer();
  return {
    async perform(task) {
      const next = answer();
      worker.postMessage(task);
      const { answer: result, error } = await next;
      if (error) throw new Error(error);
      return result;
    },
    end: () => worker.terminate(),
  };
}
