// What the commands of production work with when they are run for real; tests put a stand-in in its place.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "../steps/build-app.mjs";
import { root } from "../steps/project.mjs";
import { nodeBinary, plainEnvironment, run } from "../steps/run-command.mjs";
import { WORKERS } from "./settings.mjs";

/**
 * `askSecret` is null where nobody is there to type; `build` makes both Workers as they would be uploaded.
 * @typedef {{
 *   root: string,
 *   env: Record<string, string | undefined>,
 *   cloudflare: { call: (method: string, path: string, body?: object) => Promise<any>, zones: (name: string) => Promise<any[]> },
 *   wrangler: (args: readonly string[], options?: { input?: string }) => Promise<{ code: number, output: string }>,
 *   ask: (question: string) => boolean | Promise<boolean>,
 *   askSecret: ((question: string) => Promise<string>) | null,
 *   say: (line: string) => void,
 *   build: () => Promise<{ problems: string[], sizes: string[] }>,
 *   fetch: typeof fetch,
 *   wait: (ms: number) => Promise<void>,
 * }} World
 */

async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Shows the question, and nothing of what is typed or pasted. */
async function askSecret(question) {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stop = new AbortController();
  terminal.once("SIGINT", () => stop.abort(new Error("Stopped.")));
  try {
    return await terminal.question("", { signal: stop.signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}

/** wrangler that asks no questions and talks only to Cloudflare: no metrics, no look for a newer version. */
const wranglerAlone = () => ({
  ...plainEnvironment(),
  CI: "true",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  // Where it would look for a newer version after an error.
  npm_registry: "http://127.0.0.1:9/",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
});

/** Nothing can be reached from here, even by mistake. */
const offline = () => ({ ...wranglerAlone(), CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4" });

const sizeIn = (output) => /Total Upload: (.+?)$/m.exec(output)?.[1] ?? "";

/** @returns {Promise<{ problems: string[], sizes: string[] }>} what could not be built, and how large the rest is */
export async function buildWorkers({ root, buildApp }) {
  if (!(await buildApp())) return { problems: ["the app does not build: see above"], sizes: [] };
  const [problems, sizes] = [[], []];
  const outdir = mkdtempSync(join(tmpdir(), "dunnage-upload-"));
  try {
    for (const [name, file] of Object.entries(WORKERS)) {
      const args = ["deploy", "--dry-run", "-c", file, "--outdir", join(outdir, name)];
      const options = { quiet: true, env: offline(), cwd: root, timeoutMs: 120_000 };
      const { code, output } = await run(process.execPath, [nodeBinary("wrangler"), ...args], options);
      if (code === 0) sizes.push(`${name}: ${sizeIn(output)}`);
      else problems.push(`${file}: wrangler does not build it:\n${output.trim().slice(-1500)}`);
    }
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
  return { problems, sizes };
}

/** wrangler honours the same variable, so that both talk to the same place. */
const baseOf = (env) => env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

/**
 * The few calls of Cloudflare's API that wrangler has no command for, or none that answers in a form to be read: `call("GET",
 * "/d1/database")` is about the account, `zones` about its domains.
 * @throws with what Cloudflare said and its `status`; never the token
 */
function createCloudflare(env) {
  async function request(method, path, body) {
    const response = await fetch(`${baseOf(env)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}`, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok && answer.success) return answer.result;
    const [first] = answer.errors ?? [];
    const said = first ? `${first.message} (code ${first.code})` : `status ${response.status}`;
    const what = `Cloudflare, ${method} ${path.replace(env.CLOUDFLARE_ACCOUNT_ID, "ACCOUNT")}: ${said}`;
    throw Object.assign(new Error(what), { status: response.status });
  }
  const account = `/accounts/${env.CLOUDFLARE_ACCOUNT_ID}`;
  return {
    call: (method, path, body) => request(method, `${account}${path}`, body),
    zones: (name) => request("GET", `/zones?name=${encodeURIComponent(name)}`),
  };
}

const CREDENTIALS = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_BASE_URL"];

/** wrangler on production's settings, by default the app's. Its questions were asked already, so it must not ask them itself. */
export function productionWrangler({ root: cwd, env, quiet = false }) {
  const own = {
    ...wranglerAlone(),
    ...Object.fromEntries(CREDENTIALS.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
  return (args, options = {}) => {
    const named = args.includes("-c") ? args : [...args, "-c", WORKERS.app];
    return run(process.execPath, [nodeBinary("wrangler"), ...named], { quiet, env: own, cwd, ...options });
  };
}

/**
 * @param {{ yes?: boolean }} options `yes` answers every question that can be answered with yes
 * @returns {World}
 */
export function realWorld({ yes = false } = {}) {
  const { env } = process;
  const somebody = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  return {
    root,
    env,
    cloudflare: createCloudflare(env),
    wrangler: productionWrangler({ root, env }),
    ask: yes ? () => true : somebody ? ask : () => (console.error("Nobody is there to answer: use --yes."), false),
    askSecret: somebody ? askSecret : null,
    say: (line) => console.log(line),
    build: () => buildWorkers({ root, buildApp: ensureBuilt }),
    fetch,
    wait: (ms) => sleep(ms),
  };
}
