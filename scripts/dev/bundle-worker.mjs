import { context } from "esbuild";
import { basename } from "node:path";
import { builtinModules } from "node:module";
import { inRoot, shown } from "../steps/project.mjs";

/** Bundles as wrangler does: one module, its fonts beside it, the runtime's own modules left to the runtime. */
const bundling = (entry) => ({
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  platform: "browser",
  conditions: ["workerd", "worker", "browser"],
  loader: { ".ttf": "copy" },
  assetNames: "[name]",
  outdir: inRoot(".wrangler", "dev"),
  external: ["cloudflare:*", "node:*", ...builtinModules],
  define: { "process.env.NODE_ENV": '"development"' },
  sourcemap: "inline",
  logLevel: "silent",
});

const asModules = ({ outputFiles }) =>
  outputFiles
    .map(({ path, contents }) => ({ type: path.endsWith(".js") ? "ESModule" : "Data", path: basename(path), contents }))
    .sort((a, b) => (a.type === b.type ? 0 : a.type === "ESModule" ? -1 : 1)); // the entry comes first

/**
 * Bundles a Worker, and again whenever one of its files is saved. Bundling errors are reported, and the last good
 * bundle stays in use.
 * @returns {Promise<{ modules: object[], stop: () => Promise<void> }>} the first bundle
 */
export async function bundleWorker(entry, onChange) {
  let isFirst = true;
  let first;
  const whole = new Promise((resolve, reject) => (first = { resolve, reject }));
  const end = (result) => {
    const problems = result.errors.map(
      ({ text, location }) => `${location?.file ?? ""}:${location?.line ?? ""} ${text}`,
    );
    if (problems.length > 0) {
      const problem = `${shown(entry)} could not be bundled:\n${problems.join("\n")}`;
      return isFirst ? first.reject(new Error(problem)) : console.error(problem);
    }
    if (isFirst) first.resolve(asModules(result));
    else onChange(asModules(result));
    isFirst = false;
  };
  const plugins = [{ name: "hand-over", setup: ({ onEnd }) => onEnd(end) }];
  const bundler = await context({ ...bundling(entry), plugins });
  await bundler.watch();
  return { modules: await whole, stop: () => bundler.dispose() };
}
