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

/** In each run of vitest, which loads the product once, one of so many mutants: the later ones know which tests noticed their neighbours. */
const RUNS = 4;

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
  const dry = await workerd.run((await workerd.find(tests)).map((path) => ({ path, id: 0 })));
  const broken = dry.find(({ by }) => by !== null);
  if (broken) throw new Error(`${broken.path} fails without any mutant: ${broken.by}`);

  const told = new Map(open.map((one) => [one.id, { ...one, by: null }]));
  let left = open.length;
  const note = ({ id, path, by }) => {
    const one = told.get(id);
    if (!by || one.by) return;
    one.by = `${relative(inRoot(), path)} > ${by}`;
    known.keep(one, one.by);
  };
  const keep = (some) => {
    for (const { id } of some) known.keep(told.get(id), told.get(id).by);
    left -= some.length;
    const survived = some.map(({ id }) => told.get(id)).filter(({ by }) => by === null);
    for (const { file, line, what } of survived) console.error(`  survived ${file}:${line} ${what}`);
    console.error(`${left} left`);
  };
  const order = (one, runs) => soonest(one, runs, known.noticedIn(one.file));
  const parts = { whole: new Set(), sound: new Set() };
  const runsOf = (one) => {
    const runs = dry.flatMap((file) => runOf(file, one, parts.whole));
    return order(one, runs);
  };
  const switched = open.filter(({ id }) => !whileLoading.has(id));
  for (let turn = 0; turn < RUNS; turn += 1) {
    const some = switched.filter((_, at) => at % RUNS === turn);
    if (some.length > 0) await tryWithParts(workerd, some, { runsOf, parts, told, note });
    keep(some);
  }
  for (const one of open.filter(({ id }) => whileLoading.has(id))) {
    const { mutants } = sources.find(({ file }) => file === one.file);
    const isBy = ({ tests, between }) =>
      mutants.some(({ id }) => between.has(id) || tests.some(({ seen }) => seen.has(id)));
    const runs = dry.filter(isBy).map(({ path, tookMs }) => ({ path, id: one.id, tookMs }));
    for (const result of await workerd.runWith(inRoot(one.file), one.text, order(one, runs))) note(result);
    keep([one]);
  }
  await workerd.end();
}

/** The run of a test file with a mutant, of those of its tests that come by it. */
function runOf({ path, tests, between, tookMs }, { id }, whole) {
  const only = tests.filter(({ seen }) => seen.has(id));
  if (between.has(id) || (only.length > 0 && whole.has(path))) return [{ path, id, only: null, tookMs }];
  if (only.length === 0) return [];
  const partMs = only.reduce((sum, test) => sum + test.tookMs, 0);
  return [{ path, id, only: only.map(({ name }) => name), tookMs: partMs }];
}

/** First the tests that noticed a change nearby, then those that are done soonest: whatever comes after a failure is left out. */
function soonest(one, runs, noticed) {
  const distance = ({ path }) =>
    Math.min(Infinity, ...noticed.filter(({ by }) => path.endsWith(by)).map(({ line }) => Math.abs(line - one.line)));
  const asked = runs.map((run) => ({ ...run, lines: distance(run) }));
  return asked.sort((a, b) => (a.lines === b.lines ? a.tookMs - b.tookMs : a.lines - b.lines));
}

/** A test that fails because one before it was skipped has noticed nothing: each part that failed must pass without a mutant. */
async function tryWithParts(workerd, some, { runsOf, parts, told, note }) {
  const keyOf = ({ path, only }) => [path, ...only].join("\n");
  const failed = new Map();
  await workerd.run(some.flatMap(runsOf), (result) => {
    if (result.by && result.only && !told.get(result.id).by && !parts.sound.has(keyOf(result)))
      failed.set(keyOf(result), [...(failed.get(keyOf(result)) ?? []), result]);
    note(result);
  });
  if (failed.size === 0) return;
  const without = await workerd.run([...failed.values()].map(([{ path, only }]) => ({ path, only, id: 0 })));
  const again = [];
  for (const one of without) {
    if (one.by === null) parts.sound.add(keyOf(one));
    else {
      parts.whole.add(one.path);
      again.push(...failed.get(keyOf(one)).map(({ id }) => told.get(id)));
    }
  }
  for (const one of again) one.by = null;
  if (again.length > 0) await tryWithParts(workerd, again, { runsOf, parts, told, note });
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
    /** By which test file changes of a file were noticed, and in which line. */
    noticedIn: (file) =>
      Object.entries(kept).flatMap(([key, { by }]) => {
        const [changed, line] = key.split("\n");
        return by && changed === file ? [{ line: Number(line), by: by.split(" > ")[0] }] : [];
      }),
    keep(one, by) {
      kept[keyOf(one)] = { by, hash: one.hash, test: by && testHash(by) };
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(kept));
    },
  };
}
