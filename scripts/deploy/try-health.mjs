// Asks the deployed app how it is. A new domain needs some minutes for its certificate.
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
export async function waitUntilHealthy(world) {
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
