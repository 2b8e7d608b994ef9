import { build } from "esbuild";
import { inRoot } from "./project.mjs";

/** A small Worker that a script runs for itself, as one module: the text of `scripts/FOLDER/worker.ts` with all that it imports of the app. */
export async function scriptOfWorker(folder) {
  const { outputFiles } = await build({
    entryPoints: [inRoot("scripts", folder, "worker.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["node:*", "cloudflare:*"],
    alias: { "~": inRoot("app") },
  });
  return outputFiles[0].text;
}
