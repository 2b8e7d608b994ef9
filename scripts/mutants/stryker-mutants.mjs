// Mutants made by Stryker, of any expression, text, block and regular expression. The file has all of them in it, each in its place.
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { describeChange } from "./survivors.mjs";

const silent = () => undefined;
const logger = { isDebugEnabled: () => false, debug: silent, info: silent, warn: console.warn };
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [] };

/** @returns {Promise<{ file, text, mutants, ids, whileLoading }>} ids count from `firstId` */
export async function strykerMutants(file, source, firstId) {
  const files = [{ name: file, mutate: true, content: source }];
  const { files: made, mutants } = await instrumenter().instrument(files, OPTIONS);
  const starts = source.split("\n").reduce((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const at = ({ line, column }) => starts[line] + column;
  return {
    ...{ file, ids: mutants.length, whileLoading: [] },
    text: made[0].content
      .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, (_, id) => `globalThis.isMutant(${Number(id) + firstId})`)
      // What is come by is noted by the line above.
      .replaceAll('stryCov_9fa48("', 'void ("'),
    mutants: mutants
      .filter(({ status }) => status !== "Ignored")
      .map(({ id, mutatorName: what, location, replacement }) => ({
        ...{ id: Number(id) + firstId, file, what },
        ...describeChange(source, { start: at(location.start), end: at(location.end), becomes: replacement }),
      })),
  };
}

function instrumenter() {
  const known = new Map();
  const injector = {
    provideValue: (token, value) => (known.set(token, value), injector),
    injectClass: (Made) => new Made(...Made.inject.map((token) => (token === "logger" ? logger : known.get(token)))),
  };
  return createInstrumenter(injector);
}
