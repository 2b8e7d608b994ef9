import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vite";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: false;
  }
}

/** These pages never run in the browser, so the client's build has nothing of them and splits no chunk because of them. */
const SERVER_ONLY = /\/routes\/(operator|stakes)\.[^?]*\?__remix-build-client-route$/;
const serverOnlyRoutes: Plugin = {
  name: "server-only-routes",
  enforce: "post",
  transform: (_code, id, options) => (!options?.ssr && SERVER_ONLY.test(id) ? "export {};" : null),
};

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LEGACY_RENDERER = "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js";

/** In the Worker: of a package what is used, in place of all that it has. */
const lighterPackages = [
  // Pages are rendered whole: the package's own entry has the streaming renderer as well.
  { find: /^react-dom\/server$/, replacement: inProject(LEGACY_RENDERER) },
  { find: /^react-dom$/, replacement: inProject("./app/lighter/no-browser-dom.mjs") },
  { find: /^crypto-js$/, replacement: inProject("./app/lighter/aes-only.mjs") },
];

/** Of Stripe's hundred resources, those that the app calls. */
const STRIPE_RESOURCES = /\/resources\/(Checkout\/index|Refunds|Disputes)\.js$/;
const EMPTY = "\0unused-stripe-resource:";

/** In the Worker, in place of each other resource: a class of the same name that can do nothing. */
const usedStripeResources: Plugin = {
  name: "used-stripe-resources",
  enforce: "pre",
  resolveId(source, importer, options) {
    if (!options.ssr || !importer?.endsWith("/stripe/esm/stripe.core.js") || !/\/resources[./]/.test(source))
      return null;
    return STRIPE_RESOURCES.test(source) ? null : EMPTY + fileURLToPath(new URL(source, pathToFileURL(importer)));
  },
  load(id) {
    if (!id.startsWith(EMPTY)) return null;
    const names = readFileSync(id.slice(EMPTY.length), "utf8").matchAll(/^export (?:class (\w+)|\{ (\w+) \} from)/gm);
    return [...names].map(([, own, other]) => `export class ${own ?? other} {}`).join("\n");
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    serverOnlyRoutes,
    ...(command === "build" ? [usedStripeResources] : []),
    remix({
      // Where the build script makes it aside, to put it in place whole.
      buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
      // v3_singleFetch and v3_lazyRouteDiscovery stay off: see docs/decisions.md.
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: false,
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
      ignoredRouteFiles: ["**/*.css"],
    }),
    tailwindcss(),
  ],
  resolve: {
    alias: [{ find: "~", replacement: inProject("./app") }, ...(isSsrBuild ? lighterPackages : [])],
  },
  // The build is for Workers. `npm run dev` renders in Node (scripts/dev), with packages as Node finds them.
  ssr:
    command === "build"
      ? {
          target: "webworker",
          noExternal: true,
          resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
        }
      : {},
  build: { target: "es2022", assetsInlineLimit: 0, sourcemap: false, minify: "esbuild" },
}));
