// While `npm run sim -- --planted` runs a test: the files of `app/` that a bug changes are loaded as it changes them.
import { readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * @param file a JSON file: the changed texts by path; undefined: none. It is read for each module, since one process may run one bug
 * after another. Each path is noted beside it once it was loaded.
 */
export function plantedBug(file = process.env.PLANTED_BUG): Plugin {
  return {
    name: "planted-bug",
    enforce: "pre",
    transform(_code, id) {
      if (!file) return undefined;
      const [path = id] = id.split("?");
      const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      const text = texts[path];
      if (text === undefined) return undefined;
      writeFileSync(`${file}.loaded`, path);
      return { code: text, map: null };
    },
  };
}
