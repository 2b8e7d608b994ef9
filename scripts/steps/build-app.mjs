// Builds Remix's two bundles, then the prerendered pages, in a separate folder that replaces the old build at once,
// with a stamp of the sources. An interrupted build is redone, and a running server never sees half of one.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readIfThere, writeWhole } from "./atomic-file.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { withLock } from "./lock.mjs";
import { inRoot, shown } from "./project.mjs";
import { nodeBinary, run } from "./run-command.mjs";

const place = inRoot("build");
const draft = inRoot(".wrangler", "next-build");
const previous = inRoot(".wrangler", "previous-build");
const inputs = [
  "app",
  "public",
  "vite.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "scripts/prerender.mjs",
  "scripts/vite-plugins.ts",
  "scripts/steps/build-app.mjs",
];

const isBuilt = (sources = fingerprint(inputs)) =>
  readIfThere(join(place, ".sources")) === sources && existsSync(join(place, "server", "index.js"));

/** The gzipped size of what a browser can load: scripts and style sheets. */
function clientSizes() {
  const folder = join(place, "client", "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const total = (extension) =>
    files
      .filter((name) => name.endsWith(extension))
      .reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
  return { scriptBytes: total(".js"), styleBytes: total(".css") };
}

async function step(args, quiet) {
  // vite.config.ts reads these to know where to build.
  const env = { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: shown(draft) };
  const { code, output } = await run(process.execPath, args, { quiet, env });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

function putInPlace() {
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, previous);
  renameSync(draft, place);
  rmSync(previous, { recursive: true, force: true });
}

/** @returns {Promise<boolean>} whether a complete build of the present sources exists now */
async function build(quiet) {
  const sources = fingerprint(inputs);
  rmSync(draft, { recursive: true, force: true });
  rmSync(join(place, ".sources"), { force: true });
  if (!(await step([nodeBinary("remix"), "vite:build"], quiet))) return false;
  if (!(await step([inRoot("scripts", "prerender.mjs"), draft], quiet))) return false;
  writeWhole(join(draft, ".sources"), sources);
  putInPlace();
  const now = new Date();
  utimesSync(inRoot("wrangler.toml"), now, now); // a running `wrangler dev` only picks up new assets together with its settings
  const { scriptBytes, styleBytes } = clientSizes();
  const [script, style] = [scriptBytes, styleBytes].map((bytes) => (bytes / 1000).toFixed(1));
  console.log(`Browser bundle, all pages together: ${script} kB script, ${style} kB style (gzip).`);
  return true;
}

const locked = (work) => withLock(inRoot(".wrangler", "locks", "build"), "building", work);

export const buildApp = ({ quiet = false } = {}) => locked(() => build(quiet));

export async function ensureBuilt({ quiet = true } = {}) {
  if (isBuilt()) return true;
  return locked(async () => {
    if (isBuilt()) return true;
    console.log("Building...");
    return build(quiet);
  });
}
