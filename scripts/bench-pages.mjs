// Opens pages as Lighthouse's phone does: npm run bench:pages -- [--runs N] [--only PATH] [--visitor | --investor]
// Slow 4G and a quarter of this machine's speed, simulated, for every page of visitors and investors. Prints the medians, and the
// lowest performance of any run; with 1 run in a row that is it. Lighthouse is installed on first use (scripts/bench-pages).
import { parseArgs } from "node:util";
import { openPages } from "./bench-pages/open-pages.mjs";
import { publicScreens, signedInScreens } from "./screens.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    visitor: { type: "boolean", default: false },
    investor: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("Usage: npm run bench:pages -- [--runs N] [--only PATH] [--visitor | --investor]");
  process.exit(1);
}
const both = values.visitor === values.investor;
const screens = [
  ...(both || values.visitor ? publicScreens.filter((path) => !path.includes("#")).map((path) => [path, false]) : []),
  ...(both || values.investor ? signedInScreens.map((path) => [path, true]) : []),
].filter(([path]) => !values.only || path.startsWith(values.only));
if (screens.length === 0) {
  console.error(`There is no page ${values.only}.`);
  process.exit(1);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

const pages = await openPages();
console.log("| page | perf. | lowest | a11y | practices | SEO | FCP | LCP | TBT | CLS | not passed |");
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
try {
  for (const [path, signedIn] of screens) {
    const results = [];
    for (let run = 0; run < runs; run += 1) results.push(await pages.look(path, signedIn));
    const scores = CATEGORIES.map((name) => Math.round(median(results.map((one) => one.categories[name].score)) * 100));
    const lowest = Math.round(Math.min(...results.map((one) => one.categories.performance.score)) * 100);
    const [fcp, lcp, tbt, cls] = TIMES.map((name) => median(results.map((one) => one.audits[name].numericValue)));
    const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
    const times = [seconds(fcp), seconds(lcp), `${Math.round(tbt)} ms`, cls.toFixed(3)];
    const failed = CATEGORIES.slice(1).flatMap((name) =>
      results[0].categories[name].auditRefs
        .filter(
          ({ id, weight }) => weight > 0 && results[0].audits[id].score !== null && results[0].audits[id].score < 1,
        )
        .map(({ id }) => id),
    );
    const [performance, ...others] = scores;
    console.log(
      `| ${[`\`${path}\``, performance, lowest, ...others, ...times, failed.join(", ") || "-"].join(" | ")} |`,
    );
  }
} finally {
  await pages.close();
}
