// Puts production where these files say it should be: npm run deploy -- [--dry-run | --rollback] [--yes]
import { parseArgs } from "node:util";
import { ensureInstalled } from "./steps/install.mjs";

const options = Object.fromEntries(["dry-run", "rollback", "yes"].map((name) => [name, { type: "boolean" }]));
const usage = "Usage: npm run deploy -- [--dry-run | --rollback] [--yes]";

function readOptions() {
  try {
    const { values } = parseArgs({ options });
    if (values["dry-run"] && values.rollback) throw new Error("--dry-run and --rollback exclude each other.");
    return values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(1);
  }
}

const values = readOptions();
// A dry run must not even install, which would ask the registry.
if (!values["dry-run"]) await ensureInstalled();
const { dryRun, rollBack, runDeploy } = await import("./deploy/run-deploy.mjs");
const { realWorld } = await import("./deploy/world.mjs");
const world = realWorld({ yes: values.yes });
try {
  if (values["dry-run"]) process.exitCode = (await dryRun(world)) ? 0 : 1;
  else await (values.rollback ? rollBack(world) : runDeploy(world));
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
