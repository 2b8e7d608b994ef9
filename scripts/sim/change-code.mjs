// Finds the code that a planted bug changes by its text, wherever it is in `app/` and however it is formatted.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../steps/project.mjs";

/**
 * @returns {Map<string, string>} the changed files' texts by path.
 * @throws Error unless every text is found exactly once
 */
export function changeCode(changes) {
  const changed = new Map();
  if (changes.length === 0) return changed;
  const files = readdirSync(inRoot("app"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(inRoot("app"), name));
  const texts = new Map(files.map((path) => [path, readFileSync(path, "utf8")]));
  for (const { find, replace } of changes) {
    const wanted = pattern(find);
    const places = files.flatMap((path) => [...texts.get(path).matchAll(wanted)].map((match) => ({ path, match })));
    const [place] = places;
    if (places.length !== 1) {
      const where = places.map(({ path }) => path).join(", ");
      throw new Error(`${places.length} places instead of one for ${find} ${where}`);
    }
    const { path, match } = place;
    const text = texts.get(path);
    const next = text.slice(0, match.index) + replace + text.slice(match.index + match[0].length);
    texts.set(path, next);
    changed.set(path, next);
  }
  return changed;
}

/**
 * A space between two words matches any white space; elsewhere white space and a comma before a closing bracket are
 * optional.
 */
function pattern(find) {
  let source = "";
  let before = "";
  for (const token of find.match(/[\w$]+|[^\s\w$]/g) ?? []) {
    const word = /[\w$]/.test(token);
    if (before !== "") source += word && /[\w$]$/.test(before) ? "\\s+" : "\\s*";
    if (/[)\]}]/.test(token)) source += ",?\\s*";
    source += token.replaceAll(/[^\w]/g, "\\$&");
    before = token;
  }
  const edge = (at) => (/[\w$]/.test(find.at(at) ?? "") ? "\\b" : "");
  return new RegExp(edge(0) + source + edge(-1), "g");
}
