// What the commands of production work with when they are run for real; tests put a stand-in in its place.
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "../steps/build-app.mjs";
import { root } from "../steps/project.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";
import { ask, askSecret, isSomebodyThere } from "./ask.mjs";
import { buildWorkers } from "./build-workers.mjs";
import { createCloudflare } from "./cloudflare.mjs";
import { WORKERS } from "./settings.mjs";
import { wranglerAlone } from "./wrangler-environment.mjs";

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

/** @param {{ yes?: boolean }} options `yes` answers every question that can be answered with yes */
export function realWorld({ yes = false } = {}) {
  const { env } = process;
  const somebody = isSomebodyThere();
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
