// Secrets travel from the prompt to wrangler's standard input: never into an argument, a file or the output.
import { neededSecrets, secretsOf } from "./needed-secrets.mjs";
import { WORKERS } from "./settings.mjs";

/** The names that a Worker has; a Worker that does not exist yet has none. */
async function namesOf({ cloudflare, production }, worker) {
  const path = `/workers/scripts/${production[worker].name}/secrets`;
  const rows = await cloudflare.call("GET", path).catch((error) => {
    if (error.status === 404) return [];
    throw error;
  });
  return new Set(rows.map(({ name }) => name));
}

/**
 * A secret that one Worker has and the other lacks is asked for again, because it cannot be read back.
 * @returns {Promise<{ name: string, workers: readonly string[] }[]>} what is not set everywhere it belongs
 */
export async function missingSecrets(world) {
  const there = { app: await namesOf(world, "app"), settlement: await namesOf(world, "settlement") };
  return neededSecrets.filter(({ name, workers }) => workers.some((worker) => !there[worker].has(name)));
}

/** @param {Record<string, string>} values by name; each goes to every Worker that needs it */
export async function putSecrets({ wrangler, say }, values) {
  for (const worker of Object.keys(WORKERS)) {
    const own = secretsOf(worker).flatMap(({ name }) => (name in values ? [[name, values[name]]] : []));
    if (own.length === 0) continue;
    const input = JSON.stringify(Object.fromEntries(own));
    const { code } = await wrangler(["secret", "bulk", "-c", WORKERS[worker]], { input });
    if (code !== 0) throw new Error(`The secrets of ${worker} could not be set. Nothing after it was done.`);
    say(`set for ${worker}: ${own.map(([name]) => name).join(", ")}`);
  }
}

/** @returns {Promise<string | null>} null: it is not there yet */
async function askFor({ askSecret, say, production }, { name, from, form, make, tell }) {
  for (let tries = 0; tries < 5; tries += 1) {
    const typed = (await askSecret(`${name} (${from}; empty: ${make ? "made here" : "later"}): `)).trim();
    if (typed === "" && !make) return null;
    const value = typed === "" ? make() : typed;
    if (form.test(value)) {
      if (tell) say(tell(value));
      return value;
    }
    say(`${name} has another form.`);
  }
  return null;
}

/**
 * Asks for each, then sets all that were given, even if the person stops in the middle: nothing that was typed is lost.
 * @param {readonly { name: string, from: string, script?: string }[]} wanted
 * @returns {Promise<string[]>} what is left to do, a line each
 */
export async function askForSecrets(world, wanted) {
  const values = {};
  const later = [];
  try {
    for (const secret of wanted.filter(({ script }) => !script)) {
      const value = await askFor(world, secret);
      if (value === null) later.push(secret);
      else values[secret.name] = value;
    }
  } finally {
    await putSecrets(world, values);
  }
  return [
    ...wanted.flatMap(({ script }) => (script ? `run ${script}` : [])),
    ...(later.length === 0
      ? []
      : [`run npm run ops -- secrets once you have ${later.map(({ name }) => name).join(", ")}`]),
  ];
}
