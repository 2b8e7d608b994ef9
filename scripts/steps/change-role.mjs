// Gives a user another role, from the command line: whoever may run this may read the database anyway.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { wranglerEnvironment } from "./database.mjs";
import { defaultStateDir } from "./project.mjs";
import { runTool } from "./run-command.mjs";

/** `wrangler d1 execute` binds no parameters: a text is passed as hex, so that no character of it can end the literal. */
const literal = (text) => `CAST(X'${Buffer.from(text, "utf8").toString("hex")}' AS TEXT)`;

/**
 * Both statements, or neither. Who loses a role is signed out everywhere.
 * @param {string} email lower case
 * @param {"operator" | "reader" | "investor"} role
 */
export function roleStatements(email, role, nowMs = Date.now()) {
  const whom = `email = ${literal(email)} AND role <> '${role}' AND closed_at_ms IS NULL`;
  const epoch = role === "operator" ? "" : ", session_epoch = session_epoch + 1";
  return [
    `INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT 'role:${randomBytes(10).toString("hex")}', 'system', 'role-changed', 'user:' || id, role || ' -> ${role}', ${nowMs} FROM users WHERE ${whom}`,
    `UPDATE users SET role = '${role}'${epoch} WHERE ${whom} RETURNING id`,
  ];
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
  const where = remote ? ["--remote", "--env", ""] : ["--local", "--env", "local", "--persist-to", stateDir];
  const env = remote ? { ...process.env, CI: "true" } : wranglerEnvironment(stateDir);
  const sql = roleStatements(email, role).join(";\n");
  const stdout = await runTool("wrangler", ["d1", "execute", "DB", ...where, "--json", "--command", sql], {
    what: "Changing the role",
    quiet: true,
    env,
  });
  return JSON.parse(stdout).some((answer) => answer.results.length > 0);
}
