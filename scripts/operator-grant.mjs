// Lets an existing user into the console: npm run ops -- grant EMAIL [--role reader] [--remote]
import { changeRole, readRoleArguments } from "./steps/change-role.mjs";

const ROLES = ["operator", "reader"];
const usage = "npm run ops -- grant EMAIL [--role operator|reader] [--remote]";

const asked = readRoleArguments(usage, {
  role: { type: "string", default: "operator" },
});
if (asked && !ROLES.includes(asked.role)) {
  console.error(`Usage: ${usage}`);
  process.exitCode = 1;
} else if (asked) {
  const changed = await changeRole(asked);
  const none = `No row changed: nobody signed up with that address, or they are ${asked.role} already.`;
  console.log(changed ? `${asked.email} is ${asked.role} now.` : none);
  process.exitCode = changed ? 0 : 1;
}
