// Takes the console from a user, and ends their sessions: npm run ops -- revoke EMAIL [--remote]
import { changeRole, readRoleArguments } from "./steps/change-role.mjs";

const asked = readRoleArguments("npm run ops -- revoke EMAIL [--remote]");
if (asked) {
  const changed = await changeRole({ ...asked, role: "investor" });
  const none = "No row changed: nobody signed up with that address, or they have no such role.";
  console.log(changed ? `${asked.email} is an investor like any other now, and signed out.` : none);
  process.exitCode = changed ? 0 : 1;
}
