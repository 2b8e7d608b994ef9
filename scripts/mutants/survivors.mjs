// Mutants that no test notices, compared with the list of those that change nothing: unchanging.json, each with its reason.
import { readFileSync } from "node:fs";
import { inRoot } from "../steps/project.mjs";

const ENOUGH = 90;
const LIST = "scripts/mutants/unchanging.json";

/** The lines that a change is in, as they are and as it makes them: what it is known by, wherever it moves in its file. */
export function describeChange(source, { start, end, becomes }) {
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const to = source.indexOf("\n", end) < 0 ? source.length : source.indexOf("\n", end);
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  return {
    line: source.slice(0, start).split("\n").length,
    was: tidy(source.slice(from, to)),
    becomes: tidy(source.slice(from, start) + becomes + source.slice(end, to)),
  };
}

const readList = () => JSON.parse(readFileSync(inRoot(LIST), "utf8"));
const keyOf = ({ file, was, becomes }) => [file, was, becomes].join("\n");

/** Those of an area that are known to change nothing. */
export function listed(area) {
  const keys = new Set((readList()[area] ?? []).map(keyOf));
  return { has: (one) => keys.has(keyOf(one)) };
}

/** @param isWhole all mutants of the area were tried */
export function judge(area, mutants, { isWhole }) {
  const list = readList()[area] ?? [];
  const known = listed(area);
  const counted = mutants.filter((one) => !known.has(one));
  const survivors = counted.filter(({ isNoticed }) => !isNoticed);
  const score = (100 * (counted.length - survivors.length)) / Math.max(1, counted.length);
  const made = new Set(mutants.map(keyOf));
  const gone = isWhole ? list.filter((one) => !made.has(keyOf(one))) : [];
  const lines = survivors.map(({ file, line, was, becomes }) => `SURVIVED ${file}:${line}\n  - ${was}\n  + ${becomes}`);
  for (const { file, was } of gone) lines.push(`${LIST} names what is not made any more: ${file} ${was}`);
  for (const [file, { noticed, all }] of scores(counted))
    lines.push(`${file.padEnd(60)} ${String(noticed).padStart(4)} of ${String(all).padStart(4)}`);
  lines.push(
    `${area}: ${counted.length - survivors.length} of ${counted.length} noticed, ${score.toFixed(1)} %; ${mutants.length - counted.length} change nothing`,
  );
  return { lines, isEnough: score >= ENOUGH && gone.length === 0 };
}

function scores(mutants) {
  const files = new Map();
  for (const { file, isNoticed } of mutants) {
    const { noticed, all } = files.get(file) ?? { noticed: 0, all: 0 };
    files.set(file, { noticed: noticed + Number(isNoticed), all: all + 1 });
  }
  return files;
}
