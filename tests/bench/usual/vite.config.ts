import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { fileHash } from "../../../scripts/vite/file-hash";
import { islands } from "../../../scripts/vite/islands";

// Our own app in the usual style: a copy of its sources with the template's entry.server. Built by `npm run bench`.
const appDirectory = process.env.USUAL_APP ?? "app";
const buildDirectory = process.env.BUILD_DIRECTORY ?? "build";

export default defineConfig({
  plugins: [
    remix({
      appDirectory,
      buildDirectory,
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
      ignoredRouteFiles: ["**/*.css"],
    }),
    islands(buildDirectory, appDirectory),
    fileHash,
    tailwindcss(),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL(`../../../${appDirectory}`, import.meta.url)) } },
  ssr: { target: "webworker", noExternal: true, resolve: { conditions: ["workerd", "worker", "browser"] } },
  build: { target: "es2022", minify: "esbuild" },
});
