// Creates the webhook endpoint at Stripe and sets its secret for both Workers: npm run ops -- stripe-endpoint [--replace].
// Stripe shows the secret once, in the answer to this call, so it goes from there straight to the Workers.
import Stripe from "stripe";
import { parseArgs } from "node:util";
import { neededSecrets, putSecrets } from "./secrets.mjs";
import { readProduction } from "./settings.mjs";
import { realWorld } from "./world.mjs";

/** What app/integrations/payments reads; a test compares the two. */
export const STRIPE_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
];

const client = (secretKey, send) =>
  new Stripe(secretKey, { httpClient: Stripe.createFetchHttpClient(send), maxNetworkRetries: 1, telemetry: false });

/**
 * The endpoint is made for the API version of the pinned package. One that stood at the same address before is deleted
 * once the new secret is set: what it sends in between is refused, and Stripe sends it again later.
 * @param {{ secretKey: string, origin: string, fetch: typeof fetch, say: (line: string) => void,
 *   keepSecret: (secret: string) => Promise<void>, replace: boolean }} options
 * @throws if there is one already and `replace` was not asked for
 */
export async function createEndpoint({ secretKey, origin, fetch: send, say, keepSecret, replace }) {
  const stripe = client(secretKey, send);
  const url = `${origin}/webhooks/stripe`;
  const there = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) there.push(endpoint);
  if (there.length > 0 && !replace)
    throw new Error(`${url} is an endpoint at Stripe already, whose secret nobody can read: use --replace.`);
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: STRIPE_EVENTS,
    api_version: Stripe.API_VERSION,
    description: "Dunnage",
  });
  await keepSecret(made.secret);
  for (const { id } of there) await stripe.webhookEndpoints.del(id);
  say(`${url}: endpoint ${made.id}, ${STRIPE_EVENTS.length} kinds of event, version ${made.api_version}.`);
}

export async function stripeEndpoint() {
  const { values } = parseArgs({ options: { replace: { type: "boolean", default: false } } });
  const world = realWorld();
  if (!world.askSecret) throw new Error("Stripe's secret key is typed or pasted by a person at a terminal.");
  const { origin } = await readProduction(world.root);
  const { name, from, form } = neededSecrets.find((secret) => secret.name === "STRIPE_SECRET_KEY");
  const secretKey = (await world.askSecret(`${name} (${from}): `)).trim();
  if (!form.test(secretKey)) throw new Error(`${name} has another form. Nothing was created.`);
  const keepSecret = (secret) => putSecrets(world, { STRIPE_WEBHOOK_SECRET: secret });
  await createEndpoint({ secretKey, origin, fetch, say: world.say, keepSecret, replace: values.replace });
}
