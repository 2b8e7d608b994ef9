// Lets Vite's client into the pages of `npm run dev`. Neither the app itself nor what is deployed knows this file.

/** A page without islands has no modules to replace: it is reloaded when anything changes. */
export const RELOAD_PATH = "/@dunnage/reload.js";
export const reloadScript = `import { createHotContext } from "/@vite/client";
const hot = createHotContext("${RELOAD_PATH}");
hot.on("vite:beforeUpdate", () => location.reload());
hot.on("remix:hmr", () => location.reload());
`;

/** A page's Content-Security-Policy, opened for Vite: its scripts, its socket, and the styles of its error overlay. */
function policyWithVite(policy) {
  const rules = new Map(policy.split("; ").map((rule) => [rule.slice(0, rule.indexOf(" ")), rule]));
  rules.set("style-src", "style-src 'self' 'unsafe-inline'");
  rules.set("connect-src", "connect-src 'self' ws:");
  const scripts = rules.get("script-src") ?? "script-src";
  if (!scripts.includes("'self'")) rules.set("script-src", `${scripts} 'self'`);
  return [...rules.values()].join("; ");
}

/** Islands load Vite's client along with their own modules. */
const pageWithVite = (html) =>
  html.includes("data-island=")
    ? html
    : html.replace("</head>", `<script type="module" src="${RELOAD_PATH}"></script></head>`);

/** @param {Response} response */
export async function letViteIn(response) {
  const policy = response.headers.get("content-security-policy");
  if (!policy || !response.body || !response.headers.get("content-type")?.startsWith("text/html")) return response;
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", policyWithVite(policy));
  const html = pageWithVite(await response.text());
  return new Response(html, { status: response.status, headers });
}
