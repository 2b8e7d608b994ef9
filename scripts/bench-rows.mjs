// Rows read and round trips of every page, and what its first view costs the processor, for books of several sizes:
// npm run bench:rows -- [--stakes 1500,20000,1000000] [--only /operator]. The built Worker answers on workerd, and its log says rows and trips.
// The books are made once for each size, under the system’s folder for temporary files: a million stakes take some minutes.
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { VIEWER } from "./data/fill.mjs";
import { ensureData } from "./data/open.mjs";
import { bundleApp, serveBooks } from "./data/serve-books.mjs";

const { values } = parseArgs({
  options: { stakes: { type: "string", default: "1500,20000,1000000" }, only: { type: "string", default: "/" } },
});
const INVESTOR = [
  ...["/invest", "/wallet", "/wallet?tab=tokens", "/wallet?tab=rewards", "/wallet?dialog=withdraw", "/stakes"],
  ...["/stakes/stk_00000000", "/cask-information?cask=csk_00000000", "/stripe-secure?cask=csk_00000011", "/settings"],
  ...["/payment-success?payment=pay_00000000", "/certificates/crt_00000000.pdf", "/statements", "/bank-details"],
  ...["/verify/code_00000000", "/notices", "/personal-details", `/api/users/${VIEWER}`],
];
const CONSOLE = [
  "/operator",
  ...["due", "waiting", "paid", "rejected"].map((state) => `/operator/withdrawals?state=${state}`),
  ...["", "?state=settled", "?provider=copperx", "?state=needs-a-person"].map((query) => `/operator/payments${query}`),
  ...["", "?state=pending", "?q=asha", "?q=code_0000"].map((query) => `/operator/certificates${query}`),
  ...["", "?state=activated", "?state=suspended", "?state=closing"].map((query) => `/operator/users${query}`),
  "/operator/messages",
  ...["waiting", "answered", "closed"].map((state) => `/operator/support?state=${state}`),
  ...["", "?state=published", "?state=closed"].map((query) => `/operator/casks${query}`),
  ...["rewards", "rounds", "books", "figures", "keepers", "payout-runs", "bank-answers"].map(
    (name) => `/operator/${name}`,
  ),
  ...["trouble", "log", "leads", "settings", "team"].map((name) => `/operator/${name}`),
  `/operator/books/${new Date().toISOString().slice(0, 7)}`,
  ...["asha", "person_00000003@example.com", "pay_00000007"].map((q) => `/operator/search?q=${q}`),
  "/operator/withdrawals/wdr_00000000?row=0",
  ...["users/usr_00000003", "payments/pay_00000007", "casks/csk_00000003", "certificates/crt_00000007"].map(
    (path) => `/operator/${path}`,
  ),
];

const bundled = await bundleApp();
const table = {};
for (const stakes of values.stakes.split(",").map(Number)) await measure(stakes, await ensureData(stakes));
console.table(table);

async function measure(stakes, folder) {
  const told = new EventEmitter();
  const { origin, mf, app, beside, enter, db } = await serveBooks(bundled, { folder, told });
  try {
    await db.prepare("UPDATE users SET role = 'operator' WHERE id = 'usr_00000001'").run();
    const [viewer, operator] = [await enter(VIEWER), await enter("usr_00000001")];
    for (const path of [...INVESTOR, ...CONSOLE].filter((one) => one.startsWith(values.only))) {
      const Cookie = path.startsWith("/operator") ? operator : viewer;
      const view = async () => {
        const [logged, before] = [once(told, "request"), processorMs()];
        const answer = await app.fetch(`${origin}${path}`, { headers: { Cookie }, redirect: "manual" });
        await answer.arrayBuffer();
        const [line] = await logged;
        const { d1RoundTrips: trips, d1RowsRead: rows } = JSON.parse(line.slice(line.indexOf("{")));
        return { status: answer.status, trips, rows, ms: processorMs() - before };
      };
      keep(path, stakes, await view());
    }
    const settled = await (await beside.fetch(`${origin}/settle?user=usr_00000007`)).json();
    keep("settling a payment", stakes, settled);
  } finally {
    await mf.dispose();
  }
}

/** Processor time of workerd so far, D1 included, to ten milliseconds; NaN where the system does not tell it. */
function processorMs() {
  try {
    const [pid] = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").slice(-1);
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function keep(what, stakes, { status, trips, rows, ms }) {
  (table[what] ??= {})[`rows of ${stakes}`] = rows;
  table[what][`first view, ms, of ${stakes}`] = ms;
  Object.assign(table[what], { trips: Math.max(trips, table[what].trips ?? 0), answer: status });
}
