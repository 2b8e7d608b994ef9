import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { inRoot } from "../steps/project.mjs";

// The simulation as threads: its TypeScript bundled once, with or without planted bugs, and each thread with a database of
// its own made from the project's own migrations.

const scratch = inRoot("tests", ".tmp");
let serial = 0;

/** Every replacement must match exactly once: a mutant that changes nothing would be a test of nothing. */
function replaced(text, file, edits) {
  for (const { find, replace } of edits) {
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} matches instead of one for ${find}`);
    text = parts.join(replace);
  }
  return text;
}

const editsOf = (edits, file) => edits.filter((edit) => edit.file === file);

function readMigrations(edits) {
  const files = readdirSync(inRoot("migrations")).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => {
    const file = `migrations/${name}`;
    return replaced(readFileSync(inRoot(file), "utf8"), file, editsOf(edits, file));
  });
}

/**
 * Drizzle asks of every piece of every query what class it is, by walking its prototypes: a tenth of all time here. The
 * answer depends on the class alone, so it is remembered.
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
      const edit = { find: "function is(value, type) {", replace: `${remembered}function slowIs(value, type) {` };
      return { contents: replaced(readFileSync(path, "utf8"), path, [edit]), loader: "js" };
    });
  },
};

/** @param mutant what is changed in the product's own files on the way in, and which rules of the database are taken away */
export async function bundleSimulation({ edits = [], drop = [] } = {}) {
  mkdirSync(scratch, { recursive: true });
  const bundle = join(scratch, `sim-${process.pid}-${(serial += 1)}.mjs`);
  const changed = [...new Set(edits.map(({ file }) => file))].filter((file) => file.endsWith(".ts"));
  const plant = {
    name: "plant",
    setup(onto) {
      for (const file of changed) {
        const filter = new RegExp(`${file.replaceAll(/[.\\/]/g, "[.\\\\/]")}$`);
        onto.onLoad({ filter }, () => ({
          contents: replaced(readFileSync(inRoot(file), "utf8"), file, editsOf(edits, file)),
          loader: "ts",
        }));
      }
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
    alias: { "~": inRoot("app") },
    plugins: [plant, quickIs],
    logLevel: "error",
    legalComments: "none",
  });
  return { bundle, migrations: [...readMigrations(edits), ...drop], remove: () => rmSync(bundle, { force: true }) };
}

/** A thread that does one task after the other. */
export async function startThread({ bundle, migrations }) {
  const worker = new Worker(bundle, { workerData: { migrations }, resourceLimits: { maxYoungGenerationSizeMb: 64 } });
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
