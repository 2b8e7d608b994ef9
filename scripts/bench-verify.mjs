// Measures the public check of the audits, as a ratio to hashing the same bytes: npm run bench:verify --
// [--days N] [--casks N] [--stakes N] [--rounds N] [--folder KEPT]
// Both read the same made-up files and take turns within one run, so that load on the machine slows both. CPU seconds count
// all threads; the wall clock depends on how many cores are free.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { inRoot } from "./steps/project.mjs";

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "100" },
    casks: { type: "string", default: "500" },
    stakes: { type: "string", default: "500" },
    rounds: { type: "string", default: "3" },
    folder: { type: "string" },
  },
});
const [days, casks, stakes, rounds] = ["days", "casks", "stakes", "rounds"].map((name) => Number(values[name]));
const own = mkdtempSync(join(tmpdir(), "dunnage-verify-"));
process.once("exit", () => rmSync(own, { recursive: true, force: true }));
const folder = values.folder ?? own;

if (!values.folder) {
  const outfile = join(own, "history.mjs");
  const entryPoints = [inRoot("tests", "support", "audit-history.ts")];
  await build({ entryPoints, bundle: true, outfile, format: "esm", platform: "node" });
  const { writeHistory } = await import(outfile);
  writeHistory(folder, { days, casks, stakes });
}

const REFERENCE = `
  import { createHash } from "node:crypto";
  import { readdirSync, readFileSync } from "node:fs";
  for (const part of ["days", "lists"])
    for (const name of readdirSync(process.argv[1] + "/audit/" + part))
      createHash("sha256").update(readFileSync(process.argv[1] + "/audit/" + part + "/" + name)).digest();`;
const commands = {
  "SHA-256 of the same bytes": ["--input-type=module", "-e", REFERENCE, folder],
  "verify-audit.mjs": [inRoot("public", "verify-audit.mjs"), folder],
};

/** In seconds. The command's own CPU is what this process was charged for its children meanwhile. */
function measure(args) {
  const TIMES =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error(user + system); })";
  const preload = `data:text/javascript,${encodeURIComponent(TIMES)}`;
  const startedAt = performance.now();
  const cpu = execFileSync("sh", ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, "--import", preload, ...args]);
  return { wall: (performance.now() - startedAt) / 1000, cpu: Number(String(cpu).trim().split("\n").at(-1)) / 1e6 };
}

const results = new Map(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, args] of Object.entries(commands)) results.get(name).push(measure(args));
const median = (name, figure) =>
  results
    .get(name)
    .map((result) => result[figure])
    .sort((a, b) => a - b)[Math.floor(rounds / 2)];
const [reference] = results.keys();
console.table(
  [...results.keys()].map((name) => ({
    what: name,
    "wall s": median(name, "wall").toFixed(2),
    "CPU s": median(name, "cpu").toFixed(2),
    "ratio of CPU": (median(name, "cpu") / median(reference, "cpu")).toFixed(1),
  })),
);
