// Islands: the only React that a browser runs. Each file of app/islands is one more entry of the client build; the build of the Worker,
// which comes after it, reads their addresses from its manifest. In tests they are the sources.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const folder = fileURLToPath(new URL("../../app/islands", import.meta.url));
const NAMES = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
const ID = "virtual:islands";

type Chunk = { file: string; imports?: string[] };

/** A chunk's own address, then those of all that it imports. */
function filesOf(manifest: Record<string, Chunk>, key: string): string[] {
  const found = new Set<string>();
  const visit = (one: string) => {
    const chunk = manifest[one];
    if (!chunk) throw new Error(`the client build has no ${one}`);
    if (found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    chunk.imports?.forEach(visit);
  };
  visit(key);
  return [...found];
}

function readFiles(buildDirectory: string, sourceOf: (name: string) => string): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(join(buildDirectory, "client", ".vite", "manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  return Object.fromEntries(NAMES.map((name) => [name, filesOf(manifest, sourceOf(name))]));
}

/** @param appDirectory where the sources are that are built: the benchmark builds a copy of them */
export function islands(buildDirectory: string, appDirectory = "app"): Plugin {
  const sourceOf = (name: string) => `${appDirectory}/islands/${name}.ts`;
  let files: Record<string, string[]> = {};
  return {
    name: "islands",
    config(_config, { command, isSsrBuild }) {
      if (command === "serve") files = Object.fromEntries(NAMES.map((name) => [name, [`/${sourceOf(name)}`]]));
      else if (isSsrBuild) files = readFiles(buildDirectory, sourceOf);
      else return { build: { rollupOptions: { input: NAMES.map(sourceOf) } } };
      return undefined;
    },
    resolveId: (id) => (id === ID ? id : undefined),
    load: (id) => (id === ID ? `export const islandFiles = ${JSON.stringify(files)};` : undefined),
  };
}

const CLIENT_ROUTE = /\?__remix-build-client-route$/;

/** Routes never run in the browser: its build has nothing of them but a name. */
export const documentsOnly: Plugin = {
  name: "documents-only",
  enforce: "post",
  apply: "build",
  transform: (_code, id, options) =>
    !options?.ssr && CLIENT_ROUTE.test(id)
      ? `export const of = ${JSON.stringify(id.replace(/^.*\/app\//, ""))};`
      : null,
};
