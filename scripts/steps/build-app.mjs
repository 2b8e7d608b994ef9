// The build: Remix's two bundles, then the prerendered pages. Its stamp (what sources it was made of) is written last,
// so that an interrupted build is made again.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readIfThere, writeWhole } from "./atomic-file.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { withLock } from "./lock.mjs";
import { inRoot } from "./project.mjs";
import { nodeBinary, run } from "./run-command.mjs";

const stamp = inRoot("build", ".sources");
const inputs = [
  "app",
  "public",
  "vite.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "scripts/prerender.mjs",
  "scripts/steps/build-app.mjs",
];

export const isBuilt = (sources = fingerprint(inputs)) =>
  readIfThere(stamp) === sources && existsSync(inRoot("build", "server", "index.js"));

/** What a browser can be asked to load, gzipped: script and style sheets. */
export function clientSizes() {
  const folder = inRoot("build", "client", "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const total = (extension) =>
    files
      .filter((name) => name.endsWith(extension))
      .reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
  return { scriptBytes: total(".js"), styleBytes: total(".css") };
}

async function step(args, quiet) {
  const { code, output } = await run(process.execPath, args, {
    quiet,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

/** @returns {Promise<boolean>} whether there is a whole build now */
async function build(quiet) {
  const sources = fingerprint(inputs);
  rmSync(stamp, { force: true });
  if (!(await step([nodeBinary("remix"), "vite:build"], quiet))) return false;
  if (!(await step([inRoot("scripts", "prerender.mjs")], quiet))) return false;
  const { scriptBytes, styleBytes } = clientSizes();
  console.log(
    `Browser bundle, all pages together: ${(scriptBytes / 1000).toFixed(1)} kB script, ${(styleBytes / 1000).toFixed(1)} kB style (gzip).`,
  );
  writeWhole(stamp, sources);
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
