// The Workers as `wrangler dev` would bundle them, bundled once for several runs: each would bundle all three again, and go on watching
// their sources.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { wranglerEnvironment } from "./database.mjs";
import { inRoot, workerConfigs } from "./project.mjs";
import { runTool } from "./run-command.mjs";

const entryOf = (settings) =>
  basename(/^main = "(.+)"/m.exec(settings.split("[env.local]").at(-1))?.[1] ?? "index.ts", ".ts");

/** Its settings, for what has been bundled already. */
const settingsOfBundle = (settings) =>
  [
    "no_bundle = true",
    "find_additional_modules = true",
    settings
      .replace(/^\[(build|alias)\]\n(.+\n)*/gm, "")
      .replace(/^main = .*/gm, `main = "${entryOf(settings)}.js"`)
      .replace(/^directory = "(.*)"/m, (_, folder) => `directory = "${inRoot(folder)}"`),
  ].join("\n");

/** @returns {Promise<string[]>} the settings of each, in `folder`; the first one owns the port */
export const bundleWorkers = (folder) =>
  Promise.all(
    workerConfigs.map(async (config) => {
      const settings = readFileSync(inRoot(config), "utf8");
      const place = join(folder, config.split("/").at(-2) ?? "app");
      const args = ["deploy", "--dry-run", "--env", "local", "-c", config, "--outdir", place];
      const env = { ...wranglerEnvironment(folder), DUNNAGE_ALL_WORKERS: "true" };
      await runTool("wrangler", args, { what: "Bundling", quiet: true, env });
      const bundled = join(place, "wrangler.toml");
      writeFileSync(bundled, settingsOfBundle(settings));
      return bundled;
    }),
  );
