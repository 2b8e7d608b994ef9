// Fills a local D1 with books of any size: npm run data -- [--stakes N] [--to DIR]
// People, casks and everything else come in the shares of a house that has sold for years. The books satisfy their own rules
// (tests/db/large-data.test.ts). DIR is what Miniflare takes as `defaultPersistRoot`; a size that is there already is left as it is.
import { parseArgs } from "node:util";
import { dataSize } from "./data/fill.mjs";
import { ensureData } from "./data/open.mjs";

const { values } = parseArgs({ options: { stakes: { type: "string", default: "20000" }, to: { type: "string" } } });
const stakes = Number(values.stakes);
if (!Number.isInteger(stakes) || stakes < 1000) {
  console.error("Usage: npm run data -- [--stakes N, at least 1000] [--to DIR]");
  process.exit(1);
}
const startedMs = Date.now();
const folder = await ensureData(stakes, values.to);
console.log(folder, dataSize(stakes), `${Math.round((Date.now() - startedMs) / 1000)} s`);
