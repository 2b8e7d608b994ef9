import { plainEnvironment } from "../steps/run-command.mjs";

/** wrangler that asks no questions and talks only to Cloudflare: no metrics, no look for a newer version. */
export const wranglerAlone = () => ({
  ...plainEnvironment(),
  CI: "true",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  // Where it would look for a newer version after an error.
  npm_registry: "http://127.0.0.1:9/",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
});
