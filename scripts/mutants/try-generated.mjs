// Makes the mutants of an area and tries each. Earlier results are kept: a mutant that a test noticed is retried only once its file or that
// test has changed.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { inRoot } from "../steps/project.mjs";
import { WORKERD_AREAS } from "./areas.mjs";
import { instrument } from "./instrument.mjs";
import { makeMutants } from "./make-mutants.mjs";
import { startWorkerd } from "./run-workerd.mjs";
import { describeChange, listed } from "./survivors.mjs";

/** So many small files in one run of vitest, after which what was found is kept. */
const AT_ONCE = 80;

/** @returns {Promise<{ file, line, was, becomes, isNoticed }[]>} */
export async function tryGenerated(area, { file: wanted, list }) {
  const { mutate, tests } = WORKERD_AREAS[area];
  const sources = mutate
    .flatMap(filesIn)
    .filter((file) => file.includes(wanted))
    .map(readSource);
  const mutants = sources.flatMap(({ mutants: all }) => all);
  for (const [at, one] of mutants.entries()) one.id = at + 1;
  if (list) return mutants.map((one) => ({ ...one, isNoticed: true }));
  const known = openResults(area);
  const unchanging = listed(area);
  const open = mutants.filter((one) => !known.stillHolds(one) && !unchanging.has(one));
  if (open.length > 0) await tryAll(open, sources, tests, known);
  return mutants.map((one) => ({ ...one, isNoticed: !unchanging.has(one) && known.noticed(one) }));
}

async function tryAll(open, sources, tests, known) {
  const texts = new Map([[PREPARED, preparedForEach()]]);
  const whileLoading = new Set();
  for (const { file, source, mutants } of sources) {
    const made = instrument(file, source, mutants);
    texts.set(inRoot(file), made.text);
    for (const id of made.whileLoading) whileLoading.add(id);
  }
  const workerd = await startWorkerd(texts);
  const dry = await workerd.run((await workerd.find(tests)).map((path) => [path, 0]));
  const broken = dry.find(({ by }) => by !== null);
  if (broken) throw new Error(`${broken.path} fails without any mutant: ${broken.by}`);
  // Those that are done soonest first: whatever comes after a failure is left out.
  dry.sort((a, b) => a.tookMs - b.tookMs);
  const seenBy = (ids) => dry.filter(({ seen }) => ids.some((id) => seen.includes(id))).map(({ path }) => path);

  const told = new Map(open.map((one) => [one.id, { ...one, by: null }]));
  const note = (results) => {
    for (const { id, path, by } of results) if (by) told.get(id).by ??= `${relative(inRoot(), path)} > ${by}`;
  };
  let count = 0;
  const keep = (some) => {
    for (const { id } of some) known.keep(told.get(id), told.get(id).by);
    count += some.length;
    const survived = some.map(({ id }) => told.get(id)).filter(({ by }) => by === null);
    for (const { file, line, what } of survived) console.error(`  survived ${file}:${line} ${what}`);
    console.error(`${count} of ${open.length}`);
  };
  const switched = open.filter(({ id }) => !whileLoading.has(id));
  for (let batch = [], at = 0, runs = []; at < switched.length; at += 1) {
    const one = switched[at];
    batch.push(one);
    runs.push(...seenBy([one.id]).map((path) => [path, one.id]));
    if (runs.length < AT_ONCE && at < switched.length - 1) continue;
    if (runs.length > 0) note(await workerd.run(runs));
    keep(batch);
    [batch, runs] = [[], []];
  }
  for (const one of open.filter(({ id }) => whileLoading.has(id))) {
    const { mutants } = sources.find(({ file }) => file === one.file);
    const paths = seenBy(mutants.map(({ id }) => id));
    note(
      await workerd.runWith(
        inRoot(one.file),
        one.text,
        paths.map((path) => [path, one.id]),
      ),
    );
    keep([one]);
  }
  await workerd.end();
}

/** What is prepared once would keep the first mutant that it was made with. */
const PREPARED = inRoot("app", "db", "prepared-once.ts");
function preparedForEach() {
  const text = readFileSync(PREPARED, "utf8");
  const [before, after, ...more] = text.split("known ??= build(");
  if (after === undefined || more.length > 0) throw new Error(`${PREPARED} is not as it was`);
  return `${before}known = build(${after}`;
}

function filesIn(path) {
  if (!statSync(inRoot(path)).isDirectory()) return [path];
  return readdirSync(inRoot(path), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => `${path}/${name.replaceAll("\\", "/")}`);
}

function readSource(file) {
  const source = readFileSync(inRoot(file), "utf8");
  const hash = hashOf(source);
  const mutants = makeMutants(file, source).map(({ what, start, end, becomes, before = "" }) => ({
    ...{ file, hash, what, start, end, text: before + source.slice(0, start) + becomes + source.slice(end) },
    ...{ ...describeChange(source, { start, end, becomes }), changed: becomes },
  }));
  return { file, source, mutants };
}

const hashOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

function openResults(area) {
  const path = inRoot(".wrangler", "mutants", `${area}.json`);
  const keyOf = ({ file, what, line, was, becomes }) => [file, line, what, was, becomes].join("\n");
  let kept = {};
  try {
    kept = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // None were kept.
  }
  const testHash = (by) => {
    try {
      return hashOf(readFileSync(inRoot(by.split(" > ")[0]), "utf8"));
    } catch {
      return null;
    }
  };
  return {
    stillHolds(one) {
      const was = kept[keyOf(one)];
      return Boolean(was?.by && was.hash === one.hash && was.test === testHash(was.by));
    },
    noticed: (one) => Boolean(kept[keyOf(one)]?.by),
    keep(one, by) {
      kept[keyOf(one)] = { by, hash: one.hash, test: by && testHash(by) };
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(kept));
    },
  };
}
