// A launch day, modelled: npm run launch -- [--buyers N] [--stakes N] [--within SECONDS] [--page MS] [--start MS] [--settle MS] [--seed N]
// With --real it is played on the real Workers on this machine, scaled down: 200 buyers for 20 stakes within 6 s, who press past wrangler's
// proxy. Beside them press one account without fee each (--free N) and many connections of one account (--same N); the database takes longer
// for each trip (--trip MS), all Workers are killed in the rush (--kills N), or the desk is away for every other so long (--away SECONDS).
// Exits with 1 if anything is oversold, lost or refused.
// Prints what 10,000 buyers within a minute would meet, on one database and on what could come after it.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { playLaunch } from "./launch/play-launch.mjs";
import { startLaunchRun } from "./launch/launch-run.mjs";
import { DEFAULTS, launchDay, sumUp, WAYS } from "./launch/launch-day.mjs";

const text = { type: "string" };
const { values } = parseArgs({
  options: {
    ...{ buyers: text, stakes: text, within: text, page: text, start: text, settle: text, seed: text },
    ...{ real: { type: "boolean", default: false }, free: text, same: text },
    ...{ trip: text, away: text, kills: text },
  },
});
const number = (name, otherwise) => (values[name] === undefined ? otherwise : Number(values[name]));
const options = {
  ...DEFAULTS,
  seed: number("seed", DEFAULTS.seed),
  buyers: number("buyers", DEFAULTS.buyers),
  stakes: number("stakes", DEFAULTS.stakes),
  withinMs: number("within", DEFAULTS.withinMs / 1000) * 1000,
  pageMs: number("page", DEFAULTS.pageMs),
  startMs: number("start", DEFAULTS.startMs),
  settleMs: number("settle", DEFAULTS.settleMs),
};
if (Object.values(options).some((value) => !(value >= 0))) {
  console.error(
    "Usage: npm run launch -- [--buyers N] [--stakes N] [--within SECONDS] [--page MS] [--start MS] [--settle MS] [--seed N]",
  );
  process.exit(1);
}

if (values.real) {
  const vars = {
    ...(values.trip ? { D1_TRIP_MS: values.trip } : {}),
    ...(values.away ? { DESK_AWAY_MS: String(number("away", 0) * 1000) } : {}),
  };
  const run = await startLaunchRun(vars);
  const scale = { buyers: number("buyers", 200), stakes: number("stakes", 20), withinMs: number("within", 6) * 1000 };
  const harm = { freeAccounts: number("free", 0), sameAccount: number("same", 0), kills: number("kills", 0) };
  const played = await playLaunch(run, { ...scale, ...harm }).finally(run.stop);
  console.log(JSON.stringify({ ...scale, ...harm, ...vars, ...played, load: loadavg() }, null, 2));
  process.exit(played.problems.length === 0 ? 0 : 1);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const columns = {
  "": ({ way }) => way,
  sold: ({ sold }) => sold,
  "told 'sold out'": ({ soldOut }) => soldOut,
  "held and left": ({ left }) => left,
  "turned away": ({ turnedAway }) => turnedAway,
  "waited, median": ({ waitedP50Ms }) => seconds(waitedP50Ms),
  "waited, p99": ({ waitedP99Ms }) => seconds(waitedP99Ms),
  "longest queue": ({ longestQueueMs }) => seconds(longestQueueMs),
  "in order": ({ inOrder }) => `${Math.round(inOrder * 100)} %`,
};
const days = WAYS.map((way) => sumUp(launchDay(way, options)));
const line = (cells) => `| ${cells.join(" | ")} |`;
console.log(line(Object.keys(columns)));
console.log(line(Object.keys(columns).map(() => "---")));
for (const day of days) console.log(line(Object.values(columns).map((cell) => cell(day))));
