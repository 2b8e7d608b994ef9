import { nodeBinary, run } from "../steps/run-command.mjs";
import { wranglerEnvironment } from "../steps/database.mjs";

/** Puts a backup into an empty local database. @throws with what the database refused */
export async function importDatabase(file, stateDir) {
  const args = ["d1", "execute", "DB", "--local", "--persist-to", stateDir, "--file", file, "--yes"];
  const options = { quiet: true, env: wranglerEnvironment(stateDir) };
  const { code, output } = await run(process.execPath, [nodeBinary("wrangler"), ...args], options);
  if (code !== 0) throw new Error(`The backup could not be imported:\n${output.slice(-1500)}`);
}
