// Deploys to production in a safe order: build, schema, fonts, the consumer of the queue, then the app that fills it.
import { putFonts } from "./steps/font-pack.mjs";
import { inRoot } from "./steps/project.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { nodeBinary, run } from "./steps/run-command.mjs";

async function step(title, args) {
  console.log(`\n=== ${title}`);
  const { code } = await run(process.execPath, args, { env: { ...process.env, DUNNAGE_ALL_WORKERS: "true" } });
  if (code === 0) return;
  console.error(`${title} failed (exit code ${code}): nothing after it was done.`);
  process.exit(1);
}

const wrangler = (...args) => [nodeBinary("wrangler"), ...args, "--env", ""];

await ensureInstalled();
await step("Build", [inRoot("scripts", "build.mjs"), "--for-production"]);
await step("Migrate the production database", wrangler("d1", "migrations", "apply", "DB", "--remote"));
await step("Store the fonts of certificates", [nodeBinary("wrangler"), ...putFonts(), "--remote"]);
await step("Deploy the settlement Worker", wrangler("deploy", "-c", "workers/settlement/wrangler.toml"));
await step("Deploy the app", wrangler("deploy", "-c", "wrangler.toml"));
