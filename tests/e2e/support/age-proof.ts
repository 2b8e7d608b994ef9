import { inject } from "vitest";
import { wranglerEnvironment } from "../../../scripts/steps/database.mjs";
import { nodeBinary, run } from "../../../scripts/steps/run-command.mjs";

/** Ages this person's last code by half an hour: a running server has no clock to set. */
export async function ageProof(email: string): Promise<void> {
  if (!/^[\w.@-]+$/.test(email)) throw new Error("An address of the tests has plain letters only");
  const person = `(SELECT id FROM users WHERE email = '${email}')`;
  const sql = `UPDATE sessions SET proved_at_ms = proved_at_ms - 1800000 WHERE user_id = ${person} RETURNING 'aged' AS done`;
  const stateDir = inject("stateDir");
  const where = ["--local", "--env", "local", "--persist-to", stateDir, "--json"];
  const args = [nodeBinary("wrangler"), "d1", "execute", "DB", ...where, "--command", sql];
  const { code, output, stdout } = await run(process.execPath, args, {
    quiet: true,
    env: wranglerEnvironment(stateDir),
  });
  if (code !== 0 || !stdout.includes("aged")) throw new Error(`The login was not aged: ${output}`);
}
