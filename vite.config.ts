import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
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

export default defineConfig(({ command }) => ({
  plugins: [
    serverOnlyRoutes,
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
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // The build is for Workers. `npm run dev` renders in Node (scripts/dev), with packages as Node finds them.
  ssr:
    command === "build"
      ? {
          target: "webworker",
          noExternal: true,
          resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
        }
      : {},
  build: { target: "es2022", assetsInlineLimit: 0, sourcemap: false },
}));
