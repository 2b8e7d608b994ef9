// Prints a line for each page as Lighthouse sees it: medians, and the lowest performance of any run.
import { openLighthouse } from "./open-lighthouse.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];
const COLUMNS = ["page", "perf.", "lowest", "a11y", "practices", "SEO", "FCP", "LCP", "TBT", "CLS", "not passed"];

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const line = (cells) => console.log(`| ${cells.join(" | ")} |`);

function failed(one) {
  const refs = CATEGORIES.slice(1).flatMap((name) => one.categories[name].auditRefs);
  const isFailed = ({ id, weight }) => weight > 0 && one.audits[id].score !== null && one.audits[id].score < 1;
  return refs.filter(isFailed).map(({ id }) => id);
}

/** @param {{ screens: [string, boolean][], runs: number }} what each path, and whether the visitor is signed in */
export async function printPages(app, { screens, runs }) {
  const pages = await openLighthouse(app);
  line(COLUMNS);
  line(COLUMNS.map(() => "---"));
  try {
    for (const [path, signedIn] of screens) {
      const results = [];
      for (let run = 0; run < runs; run += 1) results.push(await pages.look(path, signedIn));
      const score = (name, of = median) => Math.round(of(results.map((one) => one.categories[name].score)) * 100);
      const [fcp, lcp, tbt, cls] = TIMES.map((name) => median(results.map((one) => one.audits[name].numericValue)));
      const [performance, ...others] = CATEGORIES.map((name) => score(name));
      const lowest = score("performance", (all) => Math.min(...all));
      const times = [seconds(fcp), seconds(lcp), `${Math.round(tbt)} ms`, cls.toFixed(3)];
      line([`\`${path}\``, performance, lowest, ...others, ...times, failed(results[0]).join(", ") || "-"]);
    }
  } finally {
    await pages.close();
  }
}
