// How long the app takes to accept a provider's webhook, against the same trips to D1 and nothing else.
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { watchRuntime } from "../bench/measure.mjs";
import { BINDINGS, bundleApp, modulesIn } from "../bench/open-bench.mjs";
import { ensureBuilt } from "../steps/build-app.mjs";
import { ensureMigrated } from "../steps/database.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { inRoot } from "../steps/project.mjs";

const ORIGIN = "http://localhost:8787";
const AT_ONCE = 8;
const hex = (secret, text) => createHmac("sha256", secret).update(text).digest("hex");

const PROVIDERS = {
  stripe: (id, { STRIPE_WEBHOOK_SECRET: secret }) => {
    const object = { id: `cs_${id}`, object: "checkout.session", payment_intent: `pi_${id}`, payment_status: "paid" };
    const body = JSON.stringify({
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      type: "checkout.session.completed",
      data: { object },
    });
    const time = Math.floor(Date.now() / 1000);
    return { body, headers: { "Stripe-Signature": `t=${time},v1=${hex(secret, `${time}.${body}`)}` } };
  },
  copperx: (id, { COPPERX_WEBHOOK_SECRET: secret }) => {
    const object = { id: `cx_${id}`, status: "complete", paymentStatus: "unpaid", amountTotal: "125000000000" };
    const body = JSON.stringify({
      id,
      apiVersion: "2023-01-11",
      created: Date.now(),
      object: "checkoutSession",
      type: "checkout_session.completed",
      data: { object },
    });
    return { body, headers: { "X-Webhook-Signature": hex(secret, body) } };
  },
};

let serial = 0;
const newEventId = () => `evt_bench${String((serial += 1)).padStart(8, "0")}`;

function post({ url, agent, provider, secrets }) {
  const id = newEventId();
  const { body, headers } = PROVIDERS[provider](id, secrets);
  const options = { method: "POST", agent, headers: { ...headers, Host: new URL(ORIGIN).host, "X-Event-Id": id } };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(`/webhooks/${provider}`, url), options, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        if (answer.statusCode === 200) resolve({ id, text });
        else reject(new Error(`a webhook of ${provider} was answered ${answer.statusCode}: ${text}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** @returns ms of wall time and of the runtime's CPU for one webhook */
async function measure(target, { count, cpuMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const [startedAt, usedBefore] = [performance.now(), cpuMs()];
  let left = count;
  const loop = async () => {
    while ((left -= 1) >= 0) await post({ ...target, agent });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const each = (ms) => ms / count;
  const result = { ms: each(performance.now() - startedAt), cpu: each(cpuMs() - usedBefore) };
  agent.destroy();
  return result;
}

/** @returns for each provider one row for each round: ms and CPU for one webhook, ours, bare, and bare with the message to the queue */
export async function measureWebhooks({ rounds, count }) {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(tmpdir(), "dunnage-webhooks-"));
  const secrets = { ...freshSecrets(), APP_ORIGIN: ORIGIN };
  await ensureMigrated(stateDir);
  const bundle = await bundleApp(stateDir);
  const ours = {
    ...BINDINGS,
    bindings: { ...secrets, ENVIRONMENT: "local", MAIL_FROM: "Dunnage <login@dunnage.test>" },
  };
  const options = (plans) => ({
    defaultPersistRoot: join(stateDir, "v3"),
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
    workers: [
      { name: "app", ...modulesIn(bundle, ["app.js"]), ...ours },
      { name: "watched", ...modulesIn(bundle, ["watch-calls.js", "app.js"]), ...ours },
      ...Object.keys(PROVIDERS).flatMap((name) =>
        [false, true].map((nudges) => ({
          name: nudges ? `nudging-${name}` : `bare-${name}`,
          ...modulesIn(inRoot("scripts", "bench-settle"), ["bare-webhook.mjs"]),
          ...BINDINGS,
          bindings: { PLAN: plans[name] ?? {}, NUDGES: nudges },
        })),
      ),
      { name: "none", modules: true, script: "export default { fetch: () => new Response(null) }" },
    ],
  });
  const mf = new Miniflare(options({}));
  try {
    const urlOf = async (name) => (await mf.ready, mf.unsafeGetDirectURL(name));
    const plans = {};
    for (const provider of Object.keys(PROVIDERS)) {
      const { id, text } = await post({ url: await urlOf("watched"), provider, secrets });
      plans[provider] = { ...JSON.parse(text), eventId: id };
    }
    await mf.setOptions(options(plans));
    const cpuMs = watchRuntime();
    const results = {};
    for (const provider of Object.keys(PROVIDERS)) {
      const app = { url: await urlOf("app"), provider, secrets };
      const bare = { ...app, url: await urlOf(`bare-${provider}`) };
      const nudging = { ...app, url: await urlOf(`nudging-${provider}`) };
      results[provider] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const row = {
          ours: await measure(app, { count, cpuMs }),
          bare: await measure(bare, { count, cpuMs }),
          nudging: await measure(nudging, { count, cpuMs }),
        };
        if (round > 0) results[provider].push(row); // the first one warms up
      }
    }
    return results;
  } finally {
    await mf.dispose();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
