// Gives a user another role, from the command line: anyone who may run this may read the database anyway.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { wranglerEnvironment } from "./database.mjs";
import { defaultStateDir, inRoot, PRODUCTION } from "./project.mjs";
import { runTool } from "./run-command.mjs";

/** The ledger writes its log itself, from the command line too. */
async function readStatements() {
  const entryPoints = [inRoot("app", "core", "ledger", "role-statements.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm", logLevel: "error" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Reads `EMAIL [--remote]` and the caller's own options. @returns null if they are wrong: the usage has been shown */
export function readRoleArguments(usage, options = {}) {
  const fail = () => {
    console.error(`Usage: ${usage}   (without --remote: the local database)`);
    process.exitCode = 1;
    return null;
  };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: "boolean", default: false },
        "persist-to": { type: "string", default: defaultStateDir },
        ...options,
      },
    });
    const email = positionals[0]?.trim().toLowerCase() ?? "";
    return positionals.length === 1 && /^[^\s@;]+@[^\s@;]+$/.test(email) ? { ...values, email } : fail();
  } catch {
    return fail();
  }
}

/** @returns {Promise<boolean>} whether a row changed */
export async function changeRole({ email, role, remote, "persist-to": stateDir }) {
  const where = remote ? ["--remote", "-c", PRODUCTION] : ["--local", "--persist-to", stateDir];
  const env = remote ? { ...process.env, CI: "true" } : wranglerEnvironment(stateDir);
  const { roleStatements } = await readStatements();
  const auditId = randomBytes(10).toString("hex");
  const sql = roleStatements({ auditId, email, role, nowMs: Date.now() }).join(";\n");
  const stdout = await runTool("wrangler", ["d1", "execute", "DB", ...where, "--json", "--command", sql], {
    what: "Changing the role",
    quiet: true,
    env,
  });
  return JSON.parse(stdout).some((answer) => answer.results.length > 0);
}
