// Makes the keys of Web Push and sets them for both Workers: npm run push:keys -- [--replace]. The private one is never shown.
import { parseArgs } from "node:util";
import { newPushKeys } from "./deploy/push-keys.mjs";
import { hasPushKeys, putSecrets } from "./deploy/set-secrets.mjs";
import { readProduction } from "./deploy/settings.mjs";
import { realWorld } from "./deploy/world.mjs";

const { values } = parseArgs({ options: { replace: { type: "boolean", default: false } } });
const world = realWorld();
try {
  if (!world.env.CLOUDFLARE_API_TOKEN || !world.env.CLOUDFLARE_ACCOUNT_ID)
    throw new Error("Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID in the environment.");
  const production = await readProduction(world.root);
  if (!values.replace && (await hasPushKeys({ ...world, production })))
    throw new Error("There are keys. New ones end every device's subscription: use --replace.");
  await putSecrets(world, newPushKeys());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
