import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root, wherever a command is run from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export const inRoot = (...parts) => join(root, ...parts);

/** A path as a person would type it in the project's root. */
export const shown = (path) => (path.startsWith(root) ? relative(root, path) || "." : path);

/** Settings of production's app. Those of the top folder are for local runs. */
export const PRODUCTION = "workers/production.toml";

export const defaultStateDir = inRoot(".wrangler", "state");
