// Sets production's secrets, asking for each without showing it: npm run ops -- secrets [--replace NAME]. Without a name: those
// that are not set.
import { parseArgs } from "node:util";
import { neededSecrets } from "./deploy/needed-secrets.mjs";
import { askForSecrets, missingSecrets } from "./deploy/set-secrets.mjs";
import { readProduction } from "./deploy/settings.mjs";
import { realWorld } from "./deploy/world.mjs";

const { values } = parseArgs({ options: { replace: { type: "string", multiple: true } } });
const world = realWorld();

async function setSecrets() {
  const unknown = (values.replace ?? []).filter((name) => neededSecrets.every((secret) => secret.name !== name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(", ")}.`);
  if (!world.env.CLOUDFLARE_API_TOKEN || !world.env.CLOUDFLARE_ACCOUNT_ID)
    throw new Error("Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID in the environment.");
  if (!world.askSecret) throw new Error("Secrets are typed or pasted by a person at a terminal.");
  const production = await readProduction(world.root);
  const wanted = values.replace
    ? neededSecrets.filter(({ name }) => values.replace.includes(name)).map(({ script: _script, ...secret }) => secret)
    : await missingSecrets({ ...world, production });
  const left = await askForSecrets({ ...world, production }, wanted);
  if (wanted.length === 0) console.log("Every secret is set.");
  for (const what of left) console.log(`Left: ${what}`);
}

try {
  await setSecrets();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
