import { build } from "esbuild";

/** Loads one TypeScript module, with what it imports, into this process. */
export async function bundleModule(path) {
  const options = { bundle: true, write: false, format: "esm", logLevel: "error" };
  const { outputFiles } = await build({ entryPoints: [path], ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
