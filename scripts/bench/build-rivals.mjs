// Builds what our pages are compared with: the official template's empty page, and our own app in the usual style (single
// fetch, streaming, Remix's one request handler for all routes), by the same Vite. Both lie in `tests/bench/`.
import { build as bundle } from "esbuild";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../steps/project.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";

const place = inRoot(".wrangler", "bench");
const shown = (...parts) => join(".wrangler", "bench", ...parts);

/** One file, as wrangler makes it of a Worker. */
const toOneFile = (name, serverBuild) =>
  bundle({
    entryPoints: [inRoot("tests", "bench", name, "worker.mjs")],
    outfile: join(place, `${name}.js`),
    alias: { "server-build": serverBuild },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "crypto"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });

async function buildOne(name, env) {
  const built = shown(`${name}-build`);
  const args = [nodeBinary("remix"), "vite:build", "-c", join("tests", "bench", name, "vite.config.ts")];
  const all = { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: built, ...env };
  const { code, output } = await run(process.execPath, args, { quiet: true, env: all });
  if (code !== 0) throw new Error(`Building ${name} failed:\n${output}`);
  await toOneFile(name, inRoot(built, "server", "index.js"));
}

/** @returns the folder with `template.js` and `usual.js` */
export async function buildRivals() {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  await buildOne("template", {});
  const sources = shown("usual-app");
  cpSync(inRoot("app"), inRoot(sources), { recursive: true });
  cpSync(inRoot("public"), join(place, "public"), { recursive: true }); // a page shows one of its files
  cpSync(inRoot("tests", "bench", "usual", "entry.server.tsx"), inRoot(sources, "entry.server.tsx"));
  await buildOne("usual", { USUAL_APP: sources });
  return place;
}
