import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import {
  documentsOnly,
  fewerStripeResources,
  fileHash,
  lighterPackages,
  shortScripts,
  smallerStyles,
} from "./scripts/vite-plugins";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: false;
  }
}

/** Where the build script makes it aside, to put it in place whole. */
const buildDirectory = process.env.BUILD_DIRECTORY ?? "build";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    documentsOnly,
    remix({
      buildDirectory,
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
    fileHash,
    shortScripts,
    fewerStripeResources,
    tailwindcss(),
    smallerStyles,
  ],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      ...(isSsrBuild ? lighterPackages : []),
    ],
  },
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  // The Worker is sent to nobody; what the browser gets keeps its notices.
  ...(isSsrBuild && { esbuild: { legalComments: "none" as const } }),
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    sourcemap: false,
    minify: isSsrBuild ? ("esbuild" as const) : ("terser" as const),
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    modulePreload: { polyfill: false },
  },
}));
