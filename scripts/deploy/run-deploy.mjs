// What `npm run deploy` does. Every step looks first whether it is done, so a run that failed in the middle is simply run again.
import { lookOver, migrationFiles } from "./look-over.mjs";
import { lookForResources, lookForZone, settleResource, strangers } from "./resources.mjs";
import { askForSecrets, missingSecrets, neededSecrets } from "./secrets.mjs";
import { readProduction, WORKERS } from "./settings.mjs";

/** Ends the deploy with what a person has to do. */
class Stopped extends Error {}

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
 * @param {import("./world.mjs").World} given
 * @throws with what stands in the way
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

/**
 * Puts both Workers back to the code before, the app first: it is what visitors see, and it must not ask for what the settlement
 * Worker no longer does. The database stays as it is, which the former code can live with, because migrations first only add.
 * @param {import("./world.mjs").World} given
 */
export async function rollBack(given) {
  const production = await readProduction(given.root);
  if (!(await given.ask(`Put ${production.origin} back to the code of the deployment before? [y/N] `)))
    throw new Stopped("Nothing was done.");
  for (const worker of ["app", "settlement"]) {
    const args = ["rollback", "-c", WORKERS[worker], "--yes", "--message", "npm run deploy -- --rollback"];
    const { code } = await given.wrangler(args);
    if (code !== 0) throw new Stopped(`Rolling back ${worker} failed (exit code ${code}).`);
  }
  await waitUntilHealthy({ ...given, production });
}

// A new domain needs some minutes for its certificate.
const EVERY_MS = 5_000;
const TRIES = 60;

async function askOnce({ fetch, production: { origin } }) {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) });
    const { status, problems = [] } = await response.json();
    return { ok: response.ok && status === "ok", said: [`status ${status}`, ...problems].join("; ") };
  } catch (error) {
    return { ok: false, said: `no answer (${error.cause?.code ?? error.name})` };
  }
}

/** @throws if it does not say "ok" within five minutes */
async function waitUntilHealthy(world) {
  const { say, wait, production } = world;
  let before = "";
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { ok, said } = await askOnce(world);
    if (ok) return say(`${production.origin}/healthz says "ok".`);
    if (said !== before) say(`${production.origin}/healthz: ${said}. Asking again.`);
    before = said;
    await wait(EVERY_MS);
  }
  throw new Error(
    `${production.origin}/healthz does not say "ok": ${before}. \`npm run deploy -- --rollback\` goes back.`,
  );
}

const withId = ({ name, id }) => (id ? `${name} (${id})` : `${name}, then its id is written into both settings files`);

/** @returns {string[]} lines */
function describePlan({ production, root }) {
  const { app, settlement, database, namespace, buckets, queues, origin } = production;
  const files = migrationFiles(root);
  return [
    "1. Look at the account; create what is missing, after asking",
    `   D1       ${withId(database)}; read replication on`,
    `   KV       ${withId(namespace)}`,
    ...buckets.map((name) => `   R2       ${name}`),
    ...queues.map((name) => `   Queue    ${name}`),
    "2. Ask for the secrets that are not set (npm run ops -- secrets)",
    ...neededSecrets.map(({ name, workers }) => `   ${name.padEnd(24)}${workers.join(", ")}`),
    `3. Migrate: apply what the database does not have yet of ${files.length} files, ${files[0]} to ${files.at(-1)}`,
    `4. Deploy ${settlement.name} from ${WORKERS.settlement}: cron ${settlement.triggers.crons?.join(", ")}, no address`,
    `5. Deploy ${app.name} from ${WORKERS.app}: ${origin}`,
    `6. Ask ${origin}/healthz until it says "ok"`,
  ];
}

/**
 * Asks no one, changes nothing.
 * @param {Pick<import("./world.mjs").World, "root" | "env" | "say" | "build">} world
 * @returns {Promise<boolean>} whether nothing known here would stop a deploy
 */
export async function dryRun({ root, env, say, build }) {
  const production = await readProduction(root);
  const { problems: broken, sizes } = await build();
  const problems = [...(await lookOver(production, { root, env })), ...broken];
  say("A deploy would do this, in this order:");
  for (const line of describePlan({ production, root })) say(line);
  say(`Both Workers ${broken.length === 0 ? `are built: ${sizes.join("; ")}` : "are not built"}`);
  say("Nothing was asked over the network: which resources, secrets and migrations are missing is seen by the deploy.");
  say(problems.length === 0 ? "Nothing stands in its way." : `\n${problems.length} things would stop it:`);
  for (const problem of problems) say(`  - ${problem}`);
  return problems.length === 0;
}
