// Creates the webhook endpoint at Stripe and sets its secret for both Workers: npm run stripe:endpoint -- [--replace]
import { parseArgs } from "node:util";
import { putSecrets } from "./deploy/set-secrets.mjs";
import { readProduction } from "./deploy/settings.mjs";
import { createEndpoint } from "./deploy/stripe-endpoint.mjs";
import { realWorld } from "./deploy/world.mjs";

const { values } = parseArgs({ options: { replace: { type: "boolean", default: false } } });
const world = realWorld();
try {
  if (!world.askSecret) throw new Error("Stripe's secret key is typed or pasted by a person at a terminal.");
  const { origin } = await readProduction(world.root);
  await createEndpoint({
    secretKey: (await world.askSecret("STRIPE_SECRET_KEY (Stripe, Developers, API keys): ")).trim(),
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
