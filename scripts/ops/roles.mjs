// Gives a user another role, from the command line: anyone who may run this may read the database anyway.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { bundleModule } from "../steps/bundle-module.mjs";
import { askWrangler } from "../steps/database.mjs";
import { defaultStateDir, inRoot } from "../steps/project.mjs";

const GRANT = "grant EMAIL [--role operator|reader] [--remote]";
const REVOKE = "revoke EMAIL [--remote]";

/** @throws if they are wrong, with the usage */
function readArguments(usage, more = {}) {
  const options = { remote: { type: "boolean" }, "persist-to": { type: "string", default: defaultStateDir }, ...more };
  const wrong = new Error(`Usage: npm run ops -- ${usage}   (without --remote: the local database)`);
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const email = positionals[0]?.trim().toLowerCase() ?? "";
    if (positionals.length === 1 && /^[^\s@;]+@[^\s@;]+$/.test(email)) return { ...values, email };
  } catch {
    throw wrong;
  }
  throw wrong;
}

async function changeRole({ email, role, ...where }, done) {
  // The ledger writes its log itself, from the command line too.
  const { roleStatements } = await bundleModule(inRoot("app", "core", "ledger", "role-statements.ts"));
  const statements = roleStatements({ auditId: randomBytes(10).toString("hex"), email, role, nowMs: Date.now() });
  const answers = await askWrangler(where, statements.join(";\n"));
  if (answers.every((rows) => rows.length === 0))
    throw new Error("No row changed: nobody signed up with that address, or that is their role already.");
  console.log(`${email} ${done}`);
}

export function grant() {
  const asked = readArguments(GRANT, { role: { type: "string", default: "operator" } });
  if (!["operator", "reader"].includes(asked.role)) throw new Error(`Usage: npm run ops -- ${GRANT}`);
  return changeRole(asked, `is ${asked.role} now.`);
}

/** Ends their sessions too. */
export const revoke = () =>
  changeRole({ ...readArguments(REVOKE), role: "investor" }, "is an investor like any other now, and signed out.");
