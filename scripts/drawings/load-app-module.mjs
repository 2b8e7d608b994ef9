import { readFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";
import { inRoot } from "../steps/project.mjs";

/** One module of the app that imports nothing else. */
export async function loadAppModule(...path) {
  const source = inRoot("app", ...path);
  const { code } = await transformWithEsbuild(readFileSync(source, "utf8"), source, {
    format: "esm",
    sourcemap: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
