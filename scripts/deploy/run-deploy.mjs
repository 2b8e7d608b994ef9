// npm run deploy. Every step looks first whether it is done, so a run that failed in the middle is simply run again.
import { lookOver, migrationFiles } from "./look-over.mjs";
import { lookForResources, lookForZone, settleResource, strangers } from "./resources.mjs";
import { askForSecrets, missingSecrets } from "./set-secrets.mjs";
import { readProduction, WORKERS } from "./settings.mjs";
import { waitUntilHealthy } from "./try-health.mjs";

/** Ends the deploy with what a person has to do. */
export class Stopped extends Error {}

function stopFor(problems) {
  if (problems.length > 0) throw new Stopped(problems.map((problem) => `  - ${problem}`).join("\n"));
}

async function mustRun({ wrangler, say }, title, args) {
  say(`\n=== ${title}`);
  const { code } = await wrangler(args);
  if (code !== 0) throw new Stopped(`${title} failed (exit code ${code}): nothing after it was done. Run it again.`);
}

async function appliedIn({ cloudflare }, databaseId) {
  if (!databaseId) return [];
  const sql = "SELECT name FROM d1_migrations";
  const answer = await cloudflare
    .call("POST", `/d1/database/${databaseId}/query`, { sql })
    // Nothing has been applied to a database without the table.
    .catch((error) => (/no such table/.test(error.message) ? [{ results: [] }] : Promise.reject(error)));
  return answer[0].results.map(({ name }) => name);
}

/** What the account lacks, in words for the question. */
async function look(world) {
  const resources = await lookForResources(world);
  stopFor([...strangers(resources), ...(await lookForZone(world))]);
  const applied = await appliedIn(world, resources.find(({ kind }) => kind === "database").id);
  const pending = migrationFiles(world.root).filter((name) => !applied.includes(name));
  return { resources, pending, secrets: await missingSecrets(world) };
}

function tell({ say, production }, { resources, pending, secrets }) {
  const missing = resources.filter(({ id }) => !id).map(({ what }) => what);
  say(`To be created: ${missing.join(", ") || "nothing"}`);
  say(`Secrets to be set: ${secrets.map(({ name }) => name).join(", ") || "none"}`);
  say(`Migrations to be applied: ${pending.join(", ") || "none"}`);
  say(`Then ${production.settlement.name} and ${production.app.name} are deployed to ${production.origin}.`);
}

/** Secrets are the one thing that --yes cannot answer. */
async function completeSecrets(world, secrets) {
  if (secrets.length === 0) return;
  if (!world.askSecret)
    throw new Stopped(`  - not set: ${secrets.map(({ name }) => name).join(", ")}; run npm run ops -- secrets`);
  const left = await askForSecrets(world, secrets);
  stopFor(left.map((what) => `${what}; then this again`));
}

/**
 * @param {object} world what it works with: `root`, `env`, `cloudflare`, `wrangler`, `ask`, `askSecret` (null: no one is there to type),
 * `say`, `build`, `fetch`, `wait`
 * @throws Stopped with what stands in the way
 */
export async function runDeploy(given) {
  const before = await readProduction(given.root);
  const world = { ...given, production: before };
  stopFor(await lookOver(before, given));
  const { problems, sizes } = await world.build();
  stopFor(problems);
  world.say(`Built: ${sizes.join("; ")}`);
  const found = await look(world);
  tell(world, found);
  if (!(await world.ask("Go on? [y/N] "))) throw new Stopped("Nothing was done.");

  let databaseId = "";
  for (const resource of found.resources) {
    const id = await settleResource(world, resource);
    if (resource.kind === "database") databaseId = id;
  }
  await completeSecrets(world, found.secrets);
  const migrate = ["d1", "migrations", "apply", "DB", "--remote"];
  if (found.pending.length > 0) await mustRun(world, "Migrate the production database", migrate);
  await world.cloudflare.call("PUT", `/d1/database/${databaseId}`, { read_replication: { mode: "auto" } });
  await mustRun(world, "Deploy the settlement Worker", ["deploy", "-c", WORKERS.settlement]);
  await mustRun(world, "Deploy the app", ["deploy", "-c", WORKERS.app]);
  await waitUntilHealthy(world);
}
