// What a deploy does, in its order, as far as the files tell: for people who want to read it first.
import { migrationFiles } from "./look-over.mjs";
import { neededSecrets } from "./needed-secrets.mjs";
import { WORKERS } from "./settings.mjs";

const withId = ({ name, id }) => (id ? `${name} (${id})` : `${name}, then its id is written into both settings files`);

/** @returns {string[]} lines */
export function describePlan({ production, root }) {
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
