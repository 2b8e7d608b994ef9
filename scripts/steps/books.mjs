// Queries a database directly, independently of the app.
import { bundleModule } from "./bundle-module.mjs";
import { askWrangler } from "./database.mjs";
import { inRoot } from "./project.mjs";

/** @returns {Promise<Record<string, string>>} the product's rules: the name of each, and a query of the rows that break it */
export const readBookRules = async () =>
  (await bundleModule(inRoot("app", "core", "ledger", "book-rules.ts"))).BOOK_RULES;

/** The rows of each statement. */
export const ask = (stateDir, statements) => askWrangler({ "persist-to": stateDir }, statements.join(";\n"));

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
