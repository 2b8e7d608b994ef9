// The list of routes that hydrated pages load, cut to those that React runs in the browser (app/server/hydrated-paths.ts); all others are
// documents only. The server keeps the whole list.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const BEFORE = "window.__remixManifest=";

/** @returns {Set<string>} ids of routes @throws if the list is of another form */
function hydratedRoutes() {
  const source = readFileSync(join(root, "app", "server", "hydrated-paths.ts"), "utf8");
  const names = /HYDRATED = \/\^\\\/\(([a-z|-]+)\)/.exec(source)?.[1];
  if (!names) throw new Error("app/server/hydrated-paths.ts does not say which pages hydrate in the form expected");
  return new Set(["root", ...names.split("|").map((name) => `routes/${name}`)]);
}

/** Without what a route has not, and without the files that its own imports: only the server asks for them by name. */
const whatIsSo = ({ imports: _imports, css: _css, ...route }) =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));

/** @param {string} folder a build @throws if there is no list, or one of another form */
export function trimManifest(folder) {
  const assets = join(folder, "client", "assets");
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  const text = name ? readFileSync(join(assets, name), "utf8") : "";
  if (!text.startsWith(BEFORE)) throw new Error("the build has no list of routes where it was expected");
  const manifest = JSON.parse(text.slice(BEFORE.length).replace(/;\s*$/, ""));
  const inBrowser = hydratedRoutes();
  const routes = Object.entries(manifest.routes).filter(([id]) => inBrowser.has(id));
  const entries = routes.map(([id, route]) => [id, whatIsSo(route)]);
  writeFileSync(
    join(assets, name),
    `${BEFORE}${JSON.stringify({ ...manifest, entry: { module: manifest.entry.module }, routes: Object.fromEntries(entries) })};`,
  );
}
