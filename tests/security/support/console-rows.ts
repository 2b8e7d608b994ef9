import { inConsole, type Row, same, signedIn } from "./access-rows";
import { CONSOLE_CASK_ROWS } from "./console-cask-rows";
import { CONSOLE_PAYMENT_ROWS } from "./console-payment-rows";
import { CONSOLE_USER_ROWS } from "./console-user-rows";

// The console: operators read and change, readers only read, and for everyone else it does not exist.

const at = (path: string) => () => path;
const withdrawalOf = ({ things }: { things: { withdrawalId: string } }) =>
  `/operator/withdrawals/${things.withdrawalId}`;

const PAGES = [
  ["operator._index", "/operator"],
  ["operator.withdrawals._index", "/operator/withdrawals"],
  ["operator.payout-runs._index", "/operator/payout-runs"],
  ["operator.bank-answers._index", "/operator/bank-answers"],
  ["operator.books._index", "/operator/books"],
  ["operator.settings", "/operator/settings"],
] as const;

export const CONSOLE_ROWS: Row[] = [
  ...PAGES.map(([route, path]) => ({ route, path: at(path), answers: inConsole(200, 200) })),
  ...["log", "leads", "offers", "rewards", "trouble"].map((what) => ({
    ...{ route: "operator.$list", what, path: at(`/operator/${what}`), answers: inConsole(200, 200) },
  })),
  { route: "operator.$list", what: "unknown", path: at("/operator/none"), answers: inConsole(404, 404) },
  // Shows the account number to operators, and the log says that they saw it.
  { route: "operator.withdrawals.$id", path: withdrawalOf, answers: inConsole(200, 200), writes: ["operator"] },
  {
    route: "operator.withdrawals.$id",
    what: "unknown",
    path: at("/operator/withdrawals/wdr_none"),
    answers: inConsole(404, 404),
  },
  {
    route: "operator.withdrawals.$id",
    what: "paid within its hold",
    method: "POST",
    path: withdrawalOf,
    body: () => ({ intent: "pay", bank_reference: "UTR-9" }),
    answers: inConsole(409, 403),
    // The page that says so shows the account number again.
    writes: ["operator"],
  },
  {
    route: "operator.withdrawals.$id",
    what: "rejected",
    method: "POST",
    path: withdrawalOf,
    body: () => ({ intent: "reject", reason: "The name does not match." }),
    answers: inConsole("/operator/withdrawals/WITHDRAWAL", 403),
    writes: ["operator"],
  },
  {
    route: "operator.payout-file",
    method: "POST",
    path: at("/operator/payout-file"),
    answers: inConsole("/operator/payout-runs?made=none", 403),
  },
  { route: "operator.payout-runs.$id", path: at("/operator/payout-runs/run_none"), answers: inConsole(404, 404) },
  {
    route: "operator.payout-runs.$id",
    method: "POST",
    path: at("/operator/payout-runs/run_none"),
    body: () => ({ intent: "call-back", reason: "The bank was closed." }),
    answers: inConsole(409, 403),
  },
  { route: "operator.books.$month", path: at("/operator/books/2026-01"), answers: inConsole(200, 200) },
  { route: "operator.books.$month", what: "none", path: at("/operator/books/2026-13"), answers: inConsole(404, 404) },
  {
    route: "operator.casks.$id_.write",
    path: ({ things }) => `/operator/casks/${things.openCaskId}/write`,
    answers: inConsole(200, 200),
  },
  {
    route: "operator.casks.$id_.write",
    what: "without words",
    method: "POST",
    path: ({ things }) => `/operator/casks/${things.openCaskId}/write`,
    body: () => ({ intent: "send", people: "1", subject: "", body: "" }),
    answers: inConsole(400, 403),
  },
  {
    route: "notices_.$id",
    what: "to the owner",
    path: ({ things }) => `/notices/${things.messageId}`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "operator.books.$month[.]csv",
    path: at("/operator/books/2026-01.csv"),
    answers: inConsole(200, 200),
    writes: ["operator", "reader"],
  },
  {
    route: "operator.bank-answers._index",
    what: "without a file",
    method: "POST",
    path: at("/operator/bank-answers"),
    answers: inConsole(400, 403),
  },
  { route: "operator.bank-answers.$id", path: at("/operator/bank-answers/bka_none"), answers: inConsole(404, 404) },
  {
    route: "operator.bank-answers.$id",
    method: "POST",
    path: at("/operator/bank-answers/bka_none"),
    body: () => ({ intent: "mark" }),
    answers: inConsole(409, 403),
  },
  {
    route: "operator.payout-runs.$id[.]csv",
    path: at("/operator/payout-runs/run_none.csv"),
    answers: inConsole(404, 403),
  },
  {
    route: "operator.$list",
    what: "offers, a form in a row",
    method: "POST",
    path: at("/operator/offers"),
    body: () => ({ offer: "off_none", reason: "It is a mistake." }),
    answers: inConsole(409, 403),
  },
  {
    route: "operator.$list",
    what: "rewards, a form in a row",
    method: "POST",
    path: at("/operator/rewards"),
    body: () => ({ intent: "pay", referred: "usr_none" }),
    answers: inConsole(409, 403),
  },
  {
    route: "operator.$list",
    what: "trouble, a form in a row",
    method: "POST",
    path: at("/operator/trouble"),
    body: () => ({ intent: "replay", letter: "none" }),
    answers: inConsole(409, 403),
  },
  {
    route: "operator.settings",
    method: "POST",
    path: at("/operator/settings"),
    what: "proposed",
    body: () => ({ intent: "propose", key: "payouts_per_day", value: "11" }),
    answers: inConsole("/operator/settings", 403),
    writes: ["operator"],
  },
  {
    route: "operator.$list[.]csv",
    path: at("/operator/withdrawals.csv"),
    answers: inConsole(200, 200),
    writes: ["operator", "reader"],
  },
  { route: "operator.$list[.]csv", what: "unknown", path: at("/operator/none.csv"), answers: same(404) },
  ...CONSOLE_CASK_ROWS,
  ...CONSOLE_PAYMENT_ROWS,
  ...CONSOLE_USER_ROWS,
];
