// Asks the database directly, independently of the app.
import { build } from "esbuild";
import { wranglerEnvironment } from "../steps/database.mjs";
import { inRoot } from "../steps/project.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";

export async function readBookRules() {
  const entryPoints = [inRoot("app", "core", "ledger", "book-rules.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm", logLevel: "error" });
  const { BOOK_RULES } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return BOOK_RULES;
}

/** @returns {Promise<object[][]>} the rows of each statement */
export async function ask(stateDir, statements) {
  const where = ["--local", "--persist-to", stateDir, "--json"];
  const { code, output, stdout } = await run(
    process.execPath,
    [nodeBinary("wrangler"), "d1", "execute", "DB", ...where, "--command", statements.join(";\n")],
    { quiet: true, env: wranglerEnvironment(stateDir), timeoutMs: 60_000 },
  );
  if (code !== 0) throw new Error(`Could not query the database: ${output.slice(-800)}`);
  return JSON.parse(stdout).map((answer) => answer.results);
}

/**
 * Must be empty at any moment: the file is intact and every rule of the books holds.
 * @param answersTo asks statements in another way than by the state folder
 */
export async function brokenRules(stateDir, rules, answersTo = (statements) => ask(stateDir, statements)) {
  const names = Object.keys(rules);
  const [check, ...answers] = await answersTo([
    "PRAGMA quick_check",
    ...Object.values(rules).map((query) => `${query} LIMIT 5`),
  ]);
  const broken = names.flatMap((name, i) => (answers[i].length > 0 ? [`${name}: ${JSON.stringify(answers[i])}`] : []));
  const whole = check.length === 1 && Object.values(check[0])[0] === "ok";
  return whole ? broken : [`the file is damaged: ${JSON.stringify(check)}`, ...broken];
}
