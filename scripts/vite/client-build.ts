// What a phone pays for in the browser's build: which modules are in it, in how many files, and how small they are.
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "vite";
import { isHydrated } from "../../app/server/hydrated-paths";

const ROUTE = /\/app\/routes\/([^/]+)\/route\.tsx/;
const CLIENT_ROUTE = /\/routes\/([^/]+?)(?:\/route)?\.tsx?\?__remix-build-client-route$/;
const REMIX = "/node_modules/@remix-run/react/";
const withoutFolder = fileURLToPath(new URL("./without", import.meta.url));
const WITHOUT = new Map([
  ["single-fetch.js", "single-fetch.js"],
  ["fog-of-war.js", "fog-of-war.js"],
  ["fallback.js", "fallback.js"],
]);

/** What libraries' own file says when something breaks, with all that it imports: that file must not wait for another. */
const LOADED_FIRST = /\/app\/content\/(error-pages|how-long)\.ts/;

const opensInBrowser = (route: string | undefined) => route !== undefined && isHydrated(`/${route}`);

/** Pages that never run in the browser: its build has nothing of them but a name, and shares no chunk because of them. */
export const onlyHydratedRoutes: Plugin = {
  name: "only-hydrated-routes",
  enforce: "post",
  transform(_code, id, options) {
    const route = options?.ssr ? undefined : CLIENT_ROUTE.exec(id)?.[1];
    return route !== undefined && !opensInBrowser(route) ? `export const of = ${JSON.stringify(route)};` : null;
  },
};

/** Parts of Remix that this app has switched off are small modules of ours with the same interface. */
export const withoutUnused: Plugin = {
  name: "without-unused",
  enforce: "pre",
  apply: "build",
  resolveId(source, importer, options) {
    if (options.ssr || !importer) return null;
    const name = importer.includes(REMIX) && source.startsWith("./") ? WITHOUT.get(basename(source)) : undefined;
    return name ? join(withoutFolder, name) : null;
  },
};

/** Lets the file of the root route be the one that pages share: it may export more than Remix asks of it. */
export const rootIsShared: Plugin = {
  name: "root-is-shared",
  enforce: "post",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
};

/** Libraries that import a file of ours would run after it, and no page would start: the build fails instead. */
export const librariesFirst: Plugin = {
  name: "libraries-first",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && file.name === "vendor" && file.imports.length > 0)
        this.error(
          `${file.fileName} imports ${file.imports.join(", ")}: see LOADED_FIRST in scripts/vite/client-build.ts`,
        );
  },
};

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** The pages that a module is part of; `null` stands for all. */
function pagesOf(id: string, { getModuleInfo }: Modules, seen = new Set<string>()): Set<string | null> {
  const pages = new Set<string | null>();
  if (seen.has(id)) return pages;
  seen.add(id);
  const route = ROUTE.exec(id)?.[1];
  if (route !== undefined) return pages.add(opensInBrowser(route) ? route : "");
  if (/\/app\/(root|entry\.client)\.tsx/.test(id)) return pages.add(null);
  for (const importer of getModuleInfo(id)?.importers ?? [])
    for (const page of pagesOf(importer, { getModuleInfo }, seen)) pages.add(page);
  return pages;
}

/** These share what draws and describes a cask, which other pages never need. */
const CASK_PAGES = new Set(["invest", "cask-information", "stripe-secure"]);

/** And these, toasts and what is said of a person's own details. */
const ACCOUNT_PAGES = new Set(["wallet", "settings", "personal-details", "bank-details"]);

/** One file of libraries, one of what pages share, with the root route, one of casks or one of the account; what is left goes with each page. */
function manualChunks(id: string, modules: Modules): string | undefined {
  if (id.includes("/node_modules/") || id.includes("commonjsHelpers") || id.startsWith(withoutFolder)) return "vendor";
  if (LOADED_FIRST.test(id)) return "vendor";
  if (ROUTE.test(id) || id.includes("/app/entry.client.tsx")) return undefined;
  if (id.includes("/app/root.tsx")) return "shared";
  const pages = pagesOf(id, modules);
  pages.delete("");
  if (pages.size > 1 && [...pages].every((page) => page !== null && CASK_PAGES.has(page))) return "casks";
  if (pages.size > 1 && [...pages].every((page) => page !== null && ACCOUNT_PAGES.has(page))) return "account";
  return pages.has(null) || pages.size > 1 ? "shared" : undefined;
}

export const clientBuild: BuildOptions = {
  minify: "terser",
  terserOptions: {
    ecma: 2020,
    module: true,
    toplevel: true,
    compress: { passes: 4, pure_getters: true, hoist_props: true, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  },
  modulePreload: { polyfill: false },
  rollupOptions: { output: { manualChunks } },
};

/** Flags that the server writes into every page, known when building. */
export const clientConstants = {
  "window.__remixContext.future.v3_singleFetch": "false",
  "window.__remixContext.isSpaMode": "false",
  "import.meta.hot": "undefined",
};
