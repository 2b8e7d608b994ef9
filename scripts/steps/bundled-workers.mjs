// The Workers as `wrangler dev` would bundle them, bundled once for several runs: each would bundle all three again, and go on watching
// their sources.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wranglerEnvironment } from "./database.mjs";
import { inRoot, workerConfigs } from "./project.mjs";
import { runTool } from "./run-command.mjs";

/** A Worker's settings, for what has been bundled already: `entry` lies beside them. */
const settingsOfBundle = (settings, entry) =>
  [
    "no_bundle = true",
    "find_additional_modules = true",
    settings
      .replace(/^\[(build|alias)\]\n(.+\n)*/gm, "")
      .replace(/^main = .*/gm, `main = "${entry}"`)
      .replace(/^directory = "(.*)"/m, (_, folder) => `directory = "${inRoot(folder)}"`),
  ].join("\n");

/** @returns {Promise<string[]>} the settings of each, in `folder`; the first one owns the port */
export const bundleWorkers = (folder) =>
  Promise.all(
    workerConfigs.map(async (config) => {
      const place = join(folder, config.split("/").at(-2) ?? "app");
      const args = ["deploy", "--dry-run", "--env", "local", "-c", config, "--outdir", place];
      const env = { ...wranglerEnvironment(folder), DUNNAGE_ALL_WORKERS: "true" };
      await runTool("wrangler", args, { what: "Bundling", quiet: true, env });
      const entry = readdirSync(place).find((name) => name.endsWith(".js"));
      const bundled = join(place, "wrangler.toml");
      writeFileSync(bundled, settingsOfBundle(readFileSync(inRoot(config), "utf8"), entry));
      return bundled;
    }),
  );
