// Shows what a far database costs each page: npm run bench:far -- [--rounds N]
// The same bundle is asked with the database next door, 60 ms and 180 ms away. What a page takes longer, divided by the distance, is how
// many trips it waits for, one after the other: one, or none.
import { request } from "node:http";
import { parseArgs } from "node:util";
import { openFar } from "./bench-far/open-far.mjs";
import { operatorScreens, publicScreens, signedInScreens } from "./screens.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Usage: npm run bench:far -- [--rounds N]");
  process.exit(1);
}

const AWAY_MS = [0, 60, 180];

/** A connection of its own each time, so that none is left when the run ends. @returns milliseconds, status and counted trips */
function ask({ url, headers }) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { ...headers, Connection: "close" } }, (answer) => {
      answer.on("end", () =>
        resolve({
          ms: performance.now() - startedAt,
          status: answer.statusCode,
          trips: /round trips (\d+)/.exec(answer.headers["server-timing"] ?? "")?.[1] ?? "0",
        }),
      );
      answer.resume();
    });
    sent.setTimeout(30_000, () => sent.destroy(new Error(`${url.pathname} did not answer`)));
    sent.on("error", reject).end();
  });
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measure(far, path, as) {
  const times = AWAY_MS.map(() => []);
  let last = await ask(far.reach(path, as, 0));
  for (let round = 0; round < rounds; round += 1)
    for (const [i, tripMs] of AWAY_MS.entries()) {
      last = await ask(far.reach(path, as, tripMs));
      times[i].push(last.ms);
    }
  const [near, some, most] = times.map(median);
  const inTurn = Math.round((most - near) / AWAY_MS.at(-1));
  return { near, some, most, inTurn, ...last };
}

const routes = [
  ...publicScreens.filter((path) => !path.includes("#")).map((path) => [path, "visitor"]),
  ...signedInScreens.map((path) => [path, "investor"]),
  ["/api/cask/get_casks", "investor"],
  ...operatorScreens.map((path) => [path, "operator"]),
];

const far = await openFar();
const rows = [];
try {
  for (const [path, as] of routes) rows.push({ path, as, ...(await measure(far, path, as)) });
} finally {
  await far.close();
}
console.log("| page | asked by | status | trips counted | next door | 60 ms away | 180 ms away | trips waited for |");
console.log("|---|---|---|---|---|---|---|---|");
for (const { path, as, status, trips, near, some, most, inTurn } of rows) {
  const times = [near, some, most].map((ms) => `${ms.toFixed(0)} ms`);
  console.log(`| \`${path}\` | ${as} | ${[status, trips, ...times, inTurn].join(" | ")} |`);
}
const slow = rows.filter(({ inTurn }) => inTurn > 1);
console.log(
  slow.length === 0
    ? `\nNone of ${rows.length} pages waits for more than one trip.`
    : `\nMore than one trip: ${slow.map(({ path }) => path).join(", ")}`,
);
process.exitCode = slow.length === 0 ? 0 : 1;
