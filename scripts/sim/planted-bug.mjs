// While `npm run sim:mutants` runs a test: the files of `app/` that a planted bug changes are loaded as it changes them.
import { readFileSync, writeFileSync } from "node:fs";

/** @param file a JSON file: the changed texts by path; undefined: none. Each path is noted beside it once it was loaded. */
export function plantedBug(file = process.env.PLANTED_BUG) {
  const texts = file ? JSON.parse(readFileSync(file, "utf8")) : {};
  return {
    name: "planted-bug",
    enforce: "pre",
    transform(_code, id) {
      const [path] = id.split("?");
      const text = texts[path];
      if (text === undefined) return undefined;
      writeFileSync(`${file}.loaded`, path);
      return { code: text, map: null };
    },
  };
}
