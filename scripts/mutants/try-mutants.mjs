// Makes the mutants of an area and tries each. Earlier results are kept: a mutant that a test noticed is retried only once its file or that
// test has changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { inRoot } from "../steps/project.mjs";
import { GENERATED_AREAS, NODE_AREAS } from "./areas.mjs";
import { instrument } from "./instrument.mjs";
import { makeMutants } from "./make-mutants.mjs";
import { startTests } from "./run-tests.mjs";
import { strykerMutants } from "./stryker-mutants.mjs";
import { describeChange, listed } from "./survivors.mjs";

/** In each run of vitest, which loads the product once, one of so many mutants: the later ones know which tests noticed their neighbours. */
const RUNS = 3;
/** Most are noticed by the first file, and each that comes too late takes a while to be passed over. */
const ROUNDS = [
  [0, 1],
  [1, 4],
  [4, Infinity],
];
const SAVE_MS = 5_000;
/** The exit code of a process that must be started again, because a mutant in it does not end. What was tried since `SINCE` is not tried again. */
export const STUCK = 75;
export const SINCE = "MUTANTS_TRIED_SINCE";

/** @returns {Promise<{ file, line, was, becomes, isNoticed }[]>} */
export async function tryMutants(area, { file: wanted, list }) {
  const isOfStryker = area in NODE_AREAS;
  const { mutate, tests, without = [] } = { ...NODE_AREAS, ...GENERATED_AREAS }[area];
  const isMeant = (path) => !without.some((start) => path.startsWith(start));
  const files = mutate.flatMap(filesIn).filter((file) => file.includes(wanted) && isMeant(file));
  const sources = [];
  for (const file of files) {
    const firstId = 1 + sources.reduce((sum, { ids }) => sum + ids, 0);
    sources.push(
      await (isOfStryker ? strykerMutants : generatedMutants)(file, readFileSync(inRoot(file), "utf8"), firstId),
    );
  }
  const mutants = sources.flatMap(({ mutants: all }) => all);
  if (list) return mutants.map((one) => ({ ...one, isNoticed: true }));
  const known = openResults(area);
  const unchanging = listed(area);
  const open = mutants.filter((one) => !known.stillHolds(one) && !unchanging.has(one));
  if (open.length > 0) {
    const texts = new Map(sources.map(({ file, text }) => [inRoot(file), text]));
    const onStuck = ({ id, path }) => {
      const one = mutants.find((other) => other.id === id);
      if (!one) throw new Error(`${path} does not end without any mutant`);
      known.keep(one, `${relative(inRoot(), path)} > does not end`);
      known.save();
      vitest.clear();
      process.exit(STUCK);
    };
    const vitest = await startTests(texts, { isInNode: isOfStryker, onStuck });
    const found = (await vitest.find(tests)).filter((path) => isMeant(relative(inRoot(), path)));
    await tryAll(open, { vitest, found, sources, known });
    await vitest.end();
    known.save();
  }
  return mutants.map((one) => ({ ...one, isNoticed: !unchanging.has(one) && known.noticed(one) }));
}

async function tryAll(open, { vitest, found, sources, known }) {
  const whileLoading = new Set(sources.flatMap((source) => [...source.whileLoading]));
  const dry = await vitest.run(found.map((path) => ({ path, id: 0 })));
  for (const file of dry.filter(({ by }) => by !== null)) leaveOut(file);

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
    known.save();
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
    if (some.length > 0) await tryWithParts(vitest, some, { runsOf, parts, told, note });
    keep(some);
  }
  for (const one of open.filter(({ id }) => whileLoading.has(id))) {
    const { mutants } = sources.find(({ file }) => file === one.file);
    const isBy = ({ tests, between }) =>
      mutants.some(({ id }) => between.has(id) || tests.some(({ seen }) => seen.has(id)));
    const runs = dry
      .filter(isBy)
      .map(({ path, tookMs, mostHits, right }) => ({ path, id: one.id, only: right, tookMs, mostHits }));
    for (const result of await vitest.runWith(inRoot(one.file), one.text, order(one, runs))) note(result);
    keep([one]);
  }
}

/** What fails without any mutant needs more of workerd than there is in memory. */
function leaveOut(file) {
  const failing = file.tests.filter(({ isRight }) => !isRight).map(({ name }) => name);
  if (failing.length === 0) throw new Error(`${file.path} fails without any mutant: ${file.by}`);
  console.error(`  left out: ${relative(inRoot(), file.path)} > ${failing.join(", ")}`);
  file.tests = file.tests.filter(({ isRight }) => isRight);
  file.right = file.tests.map(({ name }) => name);
}

/** The run of a test file with a mutant, of those of its tests that come by it. */
function runOf({ path, tests, between, tookMs, mostHits, right = null }, { id }, whole) {
  const only = tests.filter(({ seen }) => seen.has(id));
  if (between.has(id) || (only.length > 0 && whole.has(path))) return [{ path, id, only: right, tookMs, mostHits }];
  if (only.length === 0) return [];
  const partMs = only.reduce((sum, test) => sum + test.tookMs, 0);
  return [{ path, id, only: only.map(({ name }) => name), tookMs: partMs, mostHits }];
}

/** First the tests that noticed a change nearby, then those that are done soonest: whatever comes after a failure is left out. */
function soonest(one, runs, noticed) {
  const distance = ({ path }) =>
    Math.min(Infinity, ...noticed.filter(({ by }) => path.endsWith(by)).map(({ line }) => Math.abs(line - one.line)));
  const asked = runs.map((run) => ({ ...run, lines: distance(run) }));
  return asked.sort((a, b) => (a.lines === b.lines ? a.tookMs - b.tookMs : a.lines - b.lines));
}

/**
 * A test that fails because one before it was skipped has noticed nothing: each part that failed must pass without a mutant. Tests in Node
 * share nothing but what is loaded again each time.
 */
async function tryWithParts(vitest, some, { runsOf, parts, told, note }) {
  const keyOf = ({ path, only }) => [path, ...only].join("\n");
  const failed = new Map();
  const hear = (result) => {
    if (result.by && result.only && !told.get(result.id).by && !parts.sound.has(keyOf(result)))
      failed.set(keyOf(result), [...(failed.get(keyOf(result)) ?? []), result]);
    note(result);
  };
  const runs = new Map(some.map((one) => [one.id, runsOf(one)]));
  for (const [from, to] of ROUNDS) {
    const open = some.filter(({ id }) => !told.get(id).by).flatMap(({ id }) => runs.get(id).slice(from, to));
    if (open.length > 0) await vitest.run(open, hear);
  }
  if (failed.size === 0 || vitest.isInNode) return;
  const without = await vitest.run([...failed.values()].map(([{ path, only }]) => ({ path, only, id: 0 })));
  const again = [];
  for (const one of without) {
    if (one.by === null) parts.sound.add(keyOf(one));
    else {
      parts.whole.add(one.path);
      again.push(...failed.get(keyOf(one)).map(({ id }) => told.get(id)));
    }
  }
  for (const one of again) one.by = null;
  if (again.length > 0) await tryWithParts(vitest, again, { runsOf, parts, told, note });
}

function filesIn(path) {
  if (!statSync(inRoot(path)).isDirectory()) return [path];
  return readdirSync(inRoot(path), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => `${path}/${name.replaceAll("\\", "/")}`);
}

function generatedMutants(file, source, firstId) {
  const mutants = makeMutants(file, source).map(({ what, start, end, becomes, before = "" }, at) => ({
    ...{ id: firstId + at, file, what, start, end },
    ...{ text: before + source.slice(0, start) + becomes + source.slice(end) },
    ...{ ...describeChange(source, { start, end, becomes }), changed: becomes },
  }));
  return { file, mutants, ids: mutants.length, ...instrument(file, source, mutants) };
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
  const hashes = new Map();
  const hashNow = (file) => {
    if (!hashes.has(file))
      hashes.set(file, existsSync(inRoot(file)) ? hashOf(readFileSync(inRoot(file), "utf8")) : null);
    return hashes.get(file);
  };
  const testHash = (by) => hashNow(by.split(" > ")[0]);
  let savedMs = 0;
  const save = () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(kept));
    savedMs = Date.now();
  };
  return {
    stillHolds(one) {
      const was = kept[keyOf(one)];
      if (was?.since !== undefined && was.since === process.env[SINCE]) return true;
      return Boolean(was?.by && was.hash === hashNow(one.file) && was.test === testHash(was.by));
    },
    noticed: (one) => Boolean(kept[keyOf(one)]?.by),
    /** By which test file changes of a file were noticed, and in which line. */
    noticedIn: (file) =>
      Object.entries(kept).flatMap(([key, { by }]) => {
        const [changed, line] = key.split("\n");
        return by && changed === file ? [{ line: Number(line), by: by.split(" > ")[0] }] : [];
      }),
    keep(one, by) {
      kept[keyOf(one)] = { by, hash: hashNow(one.file), test: by && testHash(by), since: process.env[SINCE] };
      if (Date.now() - savedMs > SAVE_MS) save();
    },
    save,
  };
}
