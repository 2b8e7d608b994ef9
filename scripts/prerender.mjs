// Renders the public pages that need no request data into static files, so that no Worker runs for them, and writes the
// headers of all static answers. A page's own headers (above all its Content-Security-Policy) come from the app's
// server rendering, the one place that decides them.
import { createRequestHandler } from "@remix-run/cloudflare";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeWhole } from "./steps/atomic-file.mjs";
import { bundleModule } from "./steps/bundle-module.mjs";
import { inRoot } from "./steps/project.mjs";

/** The build to add the pages to. */
const folder = resolve(process.argv[2] ?? inRoot("build"));
/** Not a real origin: a page that depends on its host must not be prerendered. */
const origin = "https://prerender.invalid";
/** A request context without a request: no database, no viewer. */
const context = {
  requestId: "",
  nonce: "",
  config: { ENVIRONMENT: "production", APP_ORIGIN: origin },
  log: (event, fields) => console.error(event, JSON.stringify(fields)),
};
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };
/** The service worker is revalidated whenever a page is opened, and may connect to this site only. */
const serviceWorker = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
};
/** Cloudflare would send them as plain JSON, which browsers refuse. */
const speculationRules = {
  "Cache-Control": "public, max-age=3600",
  "Content-Type": "application/speculationrules+json",
};
const notCopied = new Set(["content-length", "content-type", "date", "etag", "server-timing", "transfer-encoding"]);

/** Only the Worker sees the query that a form sends. */
function checkWorkerComesFirst(url, route) {
  const first = /^run_worker_first = (\[.*\])$/m.exec(readFileSync(inRoot("wrangler.toml"), "utf8"));
  if (route.module.loader && !JSON.parse(first?.[1] ?? "[]").includes(url))
    throw new Error(`${url} has a loader: wrangler.toml must name it in run_worker_first`);
}

function urlOf(route, routes) {
  const parts = [];
  for (let at = route; at; at = at.parentId ? routes[at.parentId] : undefined) if (at.path) parts.unshift(at.path);
  return `/${parts.join("/")}`;
}

const fileOf = (url) => join(folder, "client", url === "/" ? "index.html" : `${url.slice(1)}.html`);

async function render(handle, withSecurityHeaders, url) {
  const response = await handle(new Request(new URL(url, origin)), context);
  const html = await response.text();
  const refuse = (why) => new Error(`${url} must not be prerendered: it ${why}`);
  if (response.status !== 200) throw refuse(`answered ${response.status}`);
  if (response.headers.has("set-cookie")) throw refuse("sets a cookie");
  if (html.includes(origin)) throw refuse("writes its host into the page");
  // Static files are revalidated unless the page says otherwise; what the Worker marks as not to be stored is personal.
  const cacheControl = response.headers.get("cache-control");
  const policy = response.headers.get("content-security-policy");
  if (!policy) throw refuse("has no Content-Security-Policy");
  const { headers } = withSecurityHeaders(new Response(null, { headers: response.headers }));
  headers.delete("cache-control");
  if (cacheControl) headers.set("cache-control", cacheControl);
  return { url, html, headers: Object.fromEntries([...headers].filter(([name]) => !notCopied.has(name))) };
}

/** The service worker keeps one page, under a name that changes with its content. */
function nameKeptPage({ html }) {
  const file = join(folder, "client", "sw.js");
  const script = readFileSync(file, "utf8");
  const unbuilt = '"offline-unbuilt"';
  if (!script.includes(unbuilt)) throw new Error("sw.js does not say where the name of its kept page goes");
  const hash = createHash("sha256").update(html).digest("hex").slice(0, 16);
  writeWhole(file, script.replace(unbuilt, `"offline-${hash}"`));
}

function block(pattern, headers) {
  const lines = Object.entries(headers).map(([name, value]) => {
    if (value.length > 1_900) throw new Error(`${name} of ${pattern} is too long for a _headers line`);
    return `  ${name}: ${value}`;
  });
  return lines.length === 0 ? "" : `${pattern}\n${lines.join("\n")}\n`;
}

const build = await import(pathToFileURL(join(folder, "server", "index.js")).href);
const { withSecurityHeaders } = await bundleModule(inRoot("app", "server", "security-headers.ts"));
const handle = createRequestHandler(build, "production");
const routes = new Map(
  Object.values(build.routes)
    .filter((route) => route.module.handle?.prerender === true)
    .map((route) => [urlOf(route, build.routes), route]),
);
const urls = [...routes.keys()];
const perPage = new Set(["cache-control", "content-security-policy"]);
const everywhere = Object.fromEntries(
  [...withSecurityHeaders(new Response(null)).headers].filter(([name]) => !perPage.has(name)),
);
/** Cloudflare joins the headers of all matching blocks with a comma, so a page must not repeat those of every page. */
const ofItsOwn = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in everywhere)));

const pages = [];
for (const url of urls) {
  const page = await render(handle, withSecurityHeaders, url);
  checkWorkerComesFirst(url, routes.get(url));
  pages.push(page);
}
for (const page of pages) {
  mkdirSync(dirname(fileOf(page.url)), { recursive: true });
  writeWhole(fileOf(page.url), page.html);
}
const offlinePage = pages.find(({ url }) => url === "/offline");
if (!offlinePage) throw new Error("There is no /offline for the service worker to keep");
nameKeptPage(offlinePage);
const blocks = [
  block("/*", everywhere),
  block("/assets/*", immutable),
  block("/fonts/*", immutable),
  block("/sw.js", serviceWorker),
  block("/speculation-rules.json", speculationRules),
  ...pages.map((page) => block(page.url, ofItsOwn(page.headers))),
];
rmSync(join(folder, "client", ".vite"), { recursive: true, force: true }); // the bundler's own notes, of no use to a visitor
writeWhole(join(folder, "client", "_headers"), blocks.filter(Boolean).join("\n"));
console.log(`Prerendered ${pages.length} pages${pages.length ? `: ${pages.map(({ url }) => url).join(" ")}` : ""}`);
