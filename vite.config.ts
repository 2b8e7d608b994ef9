import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import {
  clientBuild,
  clientConstants,
  librariesFirst,
  onlyHydratedRoutes,
  rootIsShared,
  withoutUnused,
} from "./scripts/vite/client-build";
import { lighterPackages } from "./scripts/vite/worker-build";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: false;
  }
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    onlyHydratedRoutes,
    withoutUnused,
    rootIsShared,
    librariesFirst,
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
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      ...(isSsrBuild ? lighterPackages : []),
    ],
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
  define: command === "build" && !isSsrBuild ? clientConstants : {},
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    sourcemap: false,
    ...(isSsrBuild ? { minify: "esbuild" as const } : clientBuild),
  },
}));
