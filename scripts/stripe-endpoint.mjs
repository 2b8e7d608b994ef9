// Creates the webhook endpoint at Stripe and sets its secret for both Workers: npm run ops -- stripe-endpoint [--replace]
import { parseArgs } from "node:util";
import { neededSecrets } from "./deploy/needed-secrets.mjs";
import { putSecrets } from "./deploy/set-secrets.mjs";
import { readProduction } from "./deploy/settings.mjs";
import { createEndpoint } from "./deploy/stripe-endpoint.mjs";
import { realWorld } from "./deploy/world.mjs";

const { values } = parseArgs({ options: { replace: { type: "boolean", default: false } } });
const world = realWorld();
try {
  if (!world.askSecret) throw new Error("Stripe's secret key is typed or pasted by a person at a terminal.");
  const { origin } = await readProduction(world.root);
  const { name, from, form } = neededSecrets.find((secret) => secret.name === "STRIPE_SECRET_KEY");
  const secretKey = (await world.askSecret(`${name} (${from}): `)).trim();
  if (!form.test(secretKey)) throw new Error(`${name} has another form. Nothing was created.`);
  await createEndpoint({
    secretKey,
    origin,
    fetch,
    say: world.say,
    keepSecret: (secret) => putSecrets(world, { STRIPE_WEBHOOK_SECRET: secret }),
    replace: values.replace,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
