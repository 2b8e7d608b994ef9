import { readFileSync } from "node:fs";
import { inRoot } from "../steps/project.mjs";
import { endingWithParent, nodeBinary } from "../steps/run-command.mjs";
import { spawn } from "node:child_process";
import { describeChange } from "./survivors.mjs";

/** @returns {Promise<{ file, line, was, becomes, isNoticed }[]>} what Stryker found out about an area's mutants */
export async function runStryker(area) {
  await stryker(area);
  const { files } = JSON.parse(readFileSync(inRoot(".wrangler", "mutants", `${area}.json`), "utf8"));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const starts = source.split("\n").reduce((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
    const at = ({ line, column }) => starts[line - 1] + column - 1;
    return mutants
      .filter(({ status }) => !["Ignored", "CompileError"].includes(status))
      .map(({ location, replacement, status }) => ({
        ...describeChange(source, { start: at(location.start), end: at(location.end), becomes: replacement }),
        ...{ file, isNoticed: ["Killed", "Timeout", "RuntimeError"].includes(status) },
      }));
  });
}

function stryker(area) {
  const args = [nodeBinary("stryker"), "run", inRoot("scripts", "mutants", "stryker.config.mjs")];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: inRoot(),
      env: endingWithParent({ ...process.env, MUTANTS_OF: area }),
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`Stryker ended with ${code}`))));
  });
}
