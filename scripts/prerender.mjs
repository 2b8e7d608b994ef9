// Renders the public pages that need no request data into static assets, so that no Worker runs for them, and writes the
// headers all static answers carry. A page's own headers (its Content-Security-Policy above all) are those the app's
// server rendering gave it; it is the one place that decides them.
import { createRequestHandler } from "@remix-run/cloudflare";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { writeWhole } from "./steps/atomic-file.mjs";
import { inRoot } from "./steps/project.mjs";

const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };
const notCopied = new Set([
  "content-length",
  "content-type",
  "date",
  "etag",
  "server-timing",
  "set-cookie",
  "transfer-encoding",
]);

function urlOf(route, routes) {
  const parts = [];
  for (let at = route; at; at = at.parentId ? routes[at.parentId] : undefined) if (at.path) parts.unshift(at.path);
  return `/${parts.join("/")}`;
}

const fileOf = (url) => inRoot("build", "client", url === "/" ? "index.html" : `${url.slice(1)}.html`);

async function render(handle, url) {
  // Never a deployed address: a page that depends on its host is not one to prerender.
  const response = await handle(new Request(new URL(url, "https://prerender.invalid")), {});
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} while prerendering`);
  if (response.headers.has("set-cookie")) throw new Error(`${url} sets a cookie: it must not be prerendered`);
  if (html.includes("prerender.invalid"))
    throw new Error(`${url} writes its host into the page: it must not be prerendered`);
  return { url, html, headers: Object.fromEntries([...response.headers].filter(([name]) => !notCopied.has(name))) };
}

function block(pattern, headers) {
  const lines = Object.entries(headers).map(([name, value]) => {
    if (value.length > 1_900) throw new Error(`${name} of ${pattern} is too long for a _headers line`);
    return `  ${name}: ${value}`;
  });
  return lines.length === 0 ? "" : `${pattern}\n${lines.join("\n")}\n`;
}

/** Headers of all matching blocks are joined with a comma, so a page repeats nothing that holds everywhere. */
function withoutShared(headers) {
  const shared = new Set(Object.keys(everywhere).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !shared.has(name)));
}

const build = await import(pathToFileURL(inRoot("build", "server", "index.js")).href);
const handle = createRequestHandler(build, "production");
const urls = Object.values(build.routes)
  .filter((route) => route.module.handle?.prerender === true)
  .map((route) => urlOf(route, build.routes));

const pages = [];
for (const url of urls) pages.push(await render(handle, url));
for (const page of pages) {
  mkdirSync(dirname(fileOf(page.url)), { recursive: true });
  writeWhole(fileOf(page.url), page.html);
}
const blocks = [
  block("/*", everywhere),
  block("/assets/*", immutable),
  block("/fonts/*", immutable),
  ...pages.map((page) => block(page.url, withoutShared(page.headers))),
];
writeWhole(inRoot("build", "client", "_headers"), blocks.filter(Boolean).join("\n"));
console.log(`Prerendered ${pages.length} pages${pages.length ? `: ${urls.join(" ")}` : ""}`);
