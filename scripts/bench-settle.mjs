// Measures the money's way in: npm run bench:settle -- [--rounds N] [--batch N] [--webhooks N]
// Accepting a webhook, and settling a batch of payments, each against a bare Worker that makes the same trips to D1 with the same
// statements on rows of its own. Both take turns, so that load on the machine slows both.
import { parseArgs } from "node:util";
import { measureSettlement } from "./bench-settle/settle.mjs";
import { measureWebhooks } from "./bench-settle/webhooks.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    batch: { type: "string", default: "100" },
    webhooks: { type: "string", default: "400" },
  },
});
const [rounds, batch, count] = [values.rounds, values.batch, values.webhooks].map(Number);
if (![rounds, batch, count].every((number) => Number.isInteger(number) && number > 0)) {
  console.error("Usage: npm run bench:settle -- [--rounds N] [--batch N] [--webhooks N]");
  process.exit(1);
}

const BAR = 0.7;
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function row(what, results, against = "bare") {
  const of = (figure) => median(results.map(figure)).toFixed(2);
  return {
    what,
    "ms ours": of(({ ours }) => ours.ms),
    "ms bare": of((round) => round[against].ms),
    "by time": of((round) => round[against].ms / round.ours.ms),
    "CPU ms ours": of(({ ours }) => ours.cpu),
    "CPU ms bare": of((round) => round[against].cpu),
    "by CPU": of((round) => round[against].cpu / round.ours.cpu),
    bar: BAR,
  };
}

const settling = await measureSettlement({ rounds, batch });
const webhooks = await measureWebhooks({ rounds, count });
console.table([
  row(`settling a payment, batches of ${batch}`, settling),
  ...Object.entries(webhooks).flatMap(([name, results]) => [
    row(`a webhook of ${name}`, results),
    row(`the same, against D1 and the queue`, results, "nudging"),
  ]),
]);
