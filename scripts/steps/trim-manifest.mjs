// The list of routes that hydrated pages load, without those that React never opens in the browser: an operator's pages are
// plain documents, and the others are no pages. The server keeps the whole list.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NEVER_IN_BROWSER = /^routes\/(operator\.|api\.|webhooks\.|robots|sitemap)/;
const BEFORE = "window.__remixManifest=";

/** @param {string} folder a build @throws if there is no list, or one of another form */
export function trimManifest(folder) {
  const assets = join(folder, "client", "assets");
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  const text = name ? readFileSync(join(assets, name), "utf8") : "";
  if (!text.startsWith(BEFORE)) throw new Error("the build has no list of routes where it was expected");
  const manifest = JSON.parse(text.slice(BEFORE.length).replace(/;\s*$/, ""));
  const routes = Object.entries(manifest.routes).filter(([id]) => !NEVER_IN_BROWSER.test(id));
  writeFileSync(join(assets, name), `${BEFORE}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`);
}
