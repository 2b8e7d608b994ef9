// Grants an existing user the operator's role: npm run operator:grant -- EMAIL [--remote]
import { parseArgs } from "node:util";
import { wranglerEnvironment } from "./steps/database.mjs";
import { defaultStateDir } from "./steps/project.mjs";
import { runTool } from "./steps/run-command.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remote: { type: "boolean", default: false }, "persist-to": { type: "string", default: defaultStateDir } },
});
const email = positionals[0]?.trim().toLowerCase() ?? "";
if (positionals.length !== 1 || !/^[^\s@;]+@[^\s@;]+$/.test(email)) {
  console.error("Usage: npm run operator:grant -- EMAIL [--remote]   (without --remote: the local database)");
  process.exit(1);
}

// `wrangler d1 execute` binds no parameters: the address is passed as hex, so that no character of it can end the
// literal.
const literal = `CAST(X'${Buffer.from(email, "utf8").toString("hex")}' AS TEXT)`;
const sql = `UPDATE users SET role = 'operator' WHERE email = ${literal} AND role <> 'operator' RETURNING id`;
const where = values.remote
  ? ["--remote", "--env", ""]
  : ["--local", "--env", "local", "--persist-to", values["persist-to"]];
const env = values.remote ? { ...process.env, CI: "true" } : wranglerEnvironment(values["persist-to"]);
const stdout = await runTool("wrangler", ["d1", "execute", "DB", ...where, "--json", "--command", sql], {
  what: "Granting",
  quiet: true,
  env,
});
const rows = JSON.parse(stdout).flatMap((answer) => answer.results);
const none = "No row changed: nobody signed up with that address, or they are an operator already.";
console.log(rows.length === 0 ? none : `${rows.length} row changed: ${email} is an operator now.`);
process.exitCode = rows.length === 0 ? 1 : 0;
