// Sets production's secrets, asking for each without showing it: npm run ops -- secrets [--replace NAME]. Without a name: those
// that are not set. They travel from the prompt to wrangler's standard input: never into an argument, a file or the output.
import { createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { newSigningKey } from "../steps/local-secrets.mjs";
import { readProduction, WORKERS } from "./settings.mjs";
import { realWorld } from "./world.mjs";

/** Public half of the key that signs audits; shown, so that others can keep it: 32 bytes in base64. */
function publicHalfOf(signingKey) {
  const key = createPrivateKey({ key: Buffer.from(signingKey, "base64"), format: "der", type: "pkcs8" });
  return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url").toString("base64");
}

const BOTH = ["app", "settlement"];

const random = () => randomBytes(32).toString("base64url");

/**
 * `form`: what a value must look like. `make`: no one else has to know it, so it can be made here. `tell`: its public part. `script`:
 * the command that obtains it.
 * @type {readonly { name: string, workers: readonly ("app" | "settlement")[], from: string, form: RegExp, make?: () => string,
 *   tell?: (value: string) => string, script?: string }[]}
 */
export const neededSecrets = [
  {
    name: "STRIPE_SECRET_KEY",
    workers: BOTH,
    from: "Stripe, Developers, API keys, live mode: sk_live_...",
    form: /^sk_live_\w{10,}$/,
  },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    workers: BOTH,
    from: "the webhook endpoint at Stripe",
    form: /^whsec_\w{10,}$/,
    script: "npm run ops -- stripe-endpoint",
  },
  { name: "COPPERX_API_KEY", workers: BOTH, from: "Copperx, Developers, API keys", form: /^\S{16,}$/ },
  { name: "COPPERX_WEBHOOK_SECRET", workers: BOTH, from: "Copperx, Developers, Webhooks", form: /^\S{16,}$/ },
  { name: "RESEND_API_KEY", workers: BOTH, from: "Resend, API keys", form: /^\S{16,}$/ },
  { name: "MSG91_AUTH_KEY", workers: BOTH, from: "MSG91, Authkey", form: /^\S{16,}$/ },
  {
    name: "MSG91_NOTICE_TEMPLATE",
    workers: BOTH,
    from: "MSG91, SMS, the flow with the registered text",
    form: /^\S{4,}$/,
  },
  {
    name: "MSG91_STOP_TEMPLATE",
    workers: BOTH,
    from: "MSG91, SMS, the flow with the registered text that ends in a link",
    form: /^\S{4,}$/,
  },
  { name: "MSG91_WIDGET_ID", workers: ["app"], from: "MSG91, OTP, Widget", form: /^\S{4,}$/ },
  { name: "SESSION_SECRET", workers: ["app"], from: "32 random characters or more", form: /^\S{32,}$/, make: random },
  { name: "CODE_SECRET", workers: BOTH, from: "32 random characters or more", form: /^\S{32,}$/, make: random },
  {
    name: "BANK_DETAILS_KEY",
    workers: ["app"],
    from: "`openssl rand -base64 32`; keep it where you keep passwords, losing it loses the account numbers",
    form: /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/,
  },
  {
    name: "SIGNING_KEY",
    workers: ["settlement"],
    from: "an Ed25519 key as PKCS #8 in base64; keep it where you keep passwords",
    form: /^MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}(,MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})*$/,
    make: newSigningKey,
    tell: (value) => `the public half of SIGNING_KEY: ${publicHalfOf(value.split(",")[0])}`,
  },
];

const secretsOf = (worker) => neededSecrets.filter(({ workers }) => workers.includes(worker));

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

export async function setSecrets() {
  const { values } = parseArgs({ options: { replace: { type: "string", multiple: true } } });
  const world = realWorld();
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
