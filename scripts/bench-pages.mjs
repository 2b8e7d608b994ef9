// Opens pages as a phone does: npm run bench:pages -- [--runs N] [--part pages|loading|taps|second] [--only PATH] [--visitor | --investor]
// pages: every page of visitors and investors as Lighthouse sees it, on slow 4G and a quarter of this machine's speed, simulated.
// loading: tasks of more than 50 ms while a page loads, and how long a sheet takes to open. taps: from a tap to the next paint. Both at a
// sixth of the speed. second: the second page of a visit. All three on a line as slow as slow 4G.
import { parseArgs } from "node:util";
import { signInOverHttp } from "./bench/sign-in-over-http.mjs";
import { openPhone } from "./bench-pages/open-phone.mjs";
import { measureLoading, measureSheets } from "./bench-pages/loading.mjs";
import { printPages } from "./bench-pages/print-pages.mjs";
import { measureSecondPage } from "./bench-pages/second-page.mjs";
import { openSlowLine } from "./bench-pages/slow-line.mjs";
import { measureTaps } from "./bench-pages/taps.mjs";
import { publicScreens, signedInScreens } from "./screens.mjs";
import { startThrowawayRun } from "./steps/throwaway-run.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({
  options: {
    runs: text("5"),
    part: { type: "string" },
    only: text(""),
    visitor: { type: "boolean", default: false },
    investor: { type: "boolean", default: false },
  },
});
const PARTS = ["pages", "loading", "taps", "second"];
const runs = Number(values.runs);
const both = values.visitor === values.investor;
const screens = [
  ...(both || values.visitor ? publicScreens.filter((path) => !path.includes("#")).map((path) => [path, false]) : []),
  ...(both || values.investor ? signedInScreens.map((path) => [path, true]) : []),
].filter(([path]) => path.startsWith(values.only));
if (!(Number.isInteger(runs) && runs > 0) || screens.length === 0 || !PARTS.includes(values.part ?? "pages")) {
  console.error(
    "Usage: npm run bench:pages -- [--runs N] [--part pages|loading|taps|second] [--only PATH] [--visitor | --investor]",
  );
  process.exit(1);
}
const wants = (part) => !values.part || values.part === part;
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ms = (numbers) => `${Math.round(median(numbers))} (${Math.round(Math.max(...numbers))})`;
const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells) => [cells, cells.map(() => "---")].forEach(line);

async function printLoading(app) {
  const phone = await openPhone(app);
  head("page", "long tasks while it loads, ms (longest)");
  for (const { page, ms: found } of await measureLoading(phone, runs)) line([`\`${page}\``, ms(found)]);
  head("page", "touched", "ms until the sheet is painted (longest)");
  for (const { page, tap, ms: found } of await measureSheets(phone, runs))
    line([`\`${page}\``, `\`${tap}\``, ms(found)]);
  await phone.close();
}

async function printTaps(app) {
  const phone = await openPhone(app);
  head("page", "touched", "ms to the next paint (longest)");
  for (const { page, tap, ms: found } of await measureTaps(phone, runs)) line([`\`${page}\``, `\`${tap}\``, ms(found)]);
  await phone.close();
}

async function printSecondPages(app) {
  head("from", "its first paint, ms (longest)", "to", "pointed at for a second", "tapped at once");
  for (const { from, to, first, pointed, tapped } of await measureSecondPage({ ...app, runs }))
    line([`\`${from}\``, ms(first), `\`${to}\``, ms(pointed), ms(tapped)]);
}

/** Through a line as slow as slow 4G. */
async function overSlowLine(app, print) {
  const slow = await openSlowLine(Number(new URL(app.origin).port));
  await print({ ...app, flags: [`--host-resolver-rules=MAP localhost 127.0.0.1:${slow.port}`] });
  slow.close();
}

const run = await startThrowawayRun();
try {
  const cookie = await signInOverHttp(run.origin, run.sandboxOrigin, "investor@dunnage.test");
  const app = { origin: run.origin, cookie };
  if (wants("pages")) await printPages(app, { screens, runs });
  if (wants("loading")) await overSlowLine(app, printLoading);
  if (wants("taps")) await overSlowLine(app, printTaps);
  if (wants("second")) await overSlowLine(app, printSecondPages);
} finally {
  await run.stop();
}
