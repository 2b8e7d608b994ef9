import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

// The shape of Remix's official template for Workers, its empty page included. Built by `npm run bench`.
export default defineConfig({
  plugins: [
    remix({
      appDirectory: "tests/bench/template/app",
      buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
      future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
    }),
  ],
  ssr: { target: "webworker", noExternal: true, resolve: { conditions: ["workerd", "worker", "browser"] } },
  build: { target: "es2022", minify: "esbuild" },
});
