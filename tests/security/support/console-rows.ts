import { at, inConsole, read, type Row, same, send } from "./access-rows";
import type { Things } from "./cast";

// The console's pages of casks.

const openCask = ({ things }: { things: { openCaskId: string } }) => `/operator/casks/${things.openCaskId}`;
const SALE = { sold_on: "2026-01-01", buyer_kind: "trade", gross: "5000", fees: "0", net_per_stake: "101" };

const refusedWithout = (intent: string, fields: Record<string, string> = {}): Row => ({
  route: "operator.casks.$id",
  what: `${intent}, with what is missing or does not hold`,
  method: "POST",
  path: openCask,
  body: () => ({ intent, ...fields }),
  answers: inConsole(["save", "value", "gauge", "evidence", "sell", "bid"].includes(intent) ? 400 : 409, 403),
});

const CONSOLE_CASK_ROWS: Row[] = [
  read("operator.$list", "/operator/casks", inConsole(200, 200), { what: "casks" }),
  read("operator.casks.new", "/operator/casks/new", inConsole(200, 200)),
  send("operator.casks.new", "/operator/casks/new", { intent: "save" }, inConsole(400, 403), { what: "an empty form" }),
  ...["", "?view=value", "?view=gauge", "?view=evidence", "?view=bid", "?view=sell", "?view=preview"].map((view) => ({
    route: "operator.casks.$id",
    what: view,
    path: (asked: Parameters<Row["path"]>[0]) => `${openCask(asked)}${view}`,
    answers: inConsole(200, 200),
  })),
  read("operator.casks.$id", "/operator/casks/csk_none", inConsole(404, 404), { what: "unknown" }),
  ...["save", "value", "gauge", "evidence", "sell", "bid"].map((intent) => refusedWithout(intent)),
  send(
    "operator.casks.$id",
    "/operator/casks/{openCaskId}",
    { intent: "publish", version: "99" },
    inConsole("/operator/casks/CASK", 403),
    { what: "published once more" },
  ),
  refusedWithout("propose", SALE),
  refusedWithout("confirm", SALE),
  refusedWithout("cancel"),
  refusedWithout("stop-sales"),
  refusedWithout("confirm-bid"),
  refusedWithout("withdraw-bid"),
  send(
    "operator.casks.$id",
    "/operator/casks/{openCaskId}",
    { intent: "gauge", gauged_on: "2026-01-01", loa_litres: "120", abv: "60", gauged_by: "Bond 3" },
    inConsole("/operator/casks/CASK?view=gauge", 403),
    { what: "measured again", writes: ["operator"] },
  ),
  send(
    "operator.casks.$id",
    "/operator/casks/{openCaskId}",
    { intent: "withdraw" },
    inConsole("/operator/casks/CASK", 403),
    { what: "withdrawn from sale", writes: ["operator"] },
  ),
  read("operator.documents.$id", "/operator/documents/evd_none", inConsole(404, 404)),
];

// The console's pages of payments and certificates.

type Asked = { things: Things };
const paymentOf = ({ things }: Asked) => `/operator/payments/${things.paymentId}`;
const certificateOf = ({ things }: Asked) => `/operator/certificates/${things.certificateId}`;

const post = (route: string, what: string, path: Row["path"], body: Record<string, string>): Omit<Row, "answers"> => ({
  route,
  what,
  method: "POST",
  path,
  body: () => body,
});

const CONSOLE_PAYMENT_ROWS: Row[] = [
  read("operator.$list", "/operator/payments", inConsole(200, 200), { what: "payments" }),
  read("operator.$list", "/operator/payments?state=needs-a-person", inConsole(200, 200), {
    what: "those that need a person",
  }),
  read("operator.payments.$id", "/operator/payments/{paymentId}", inConsole(200, 200)),
  read("operator.payments.$id", "/operator/payments/pay_none", inConsole(404, 404), { what: "unknown" }),
  {
    ...post("operator.payments.$id", "read again", paymentOf, { intent: "reread" }),
    answers: inConsole("/operator/payments/PAYMENT", 403),
    writes: ["operator"],
  },
  {
    ...post("operator.payments.$id", "given back", paymentOf, { intent: "refund", reason: "Asked for it." }),
    answers: inConsole("/operator/payments/PAYMENT", 403),
    writes: ["operator"],
  },
  {
    ...post("operator.payments.$id", "a refund by hand that is not due", paymentOf, {
      intent: "manual",
      reference: "UTR-1",
    }),
    answers: inConsole(409, 403),
  },
  read("operator.$list", "/operator/certificates", inConsole(200, 200), { what: "certificates" }),
  read("operator.certificates.$id", "/operator/certificates/{certificateId}", inConsole(200, 200)),
  read("operator.certificates.$id", "/operator/certificates/crt_none", inConsole(404, 404), { what: "unknown" }),
  {
    ...post("operator.certificates.$id", "made void without a reason", certificateOf, { intent: "void", reason: " " }),
    answers: inConsole(400, 403),
  },
  {
    ...post("operator.certificates.$id", "made void", certificateOf, { intent: "void", reason: "Lost." }),
    answers: inConsole("/operator/certificates/CERTIFICATE", 403),
    writes: ["operator"],
  },
];

// The console's pages of users, support and the search.

const userOf = ({ things }: { things: { ownerId: string } }) => `/operator/users/${things.ownerId}`;
const requestOf = ({ things }: { things: { requestId: string } }) => `/operator/support/${things.requestId}`;
const about = (what: string, fields: Record<string, string>): Row => ({
  route: "operator.users.$id",
  what,
  method: "POST",
  path: userOf,
  body: () => fields,
  answers: inConsole("/operator/users/OWNER", 403),
  writes: ["operator"],
});

const support = (what: string, fields: Record<string, string>): Row => ({
  route: "operator.support.$id",
  what,
  method: "POST",
  path: requestOf,
  body: () => fields,
  answers: inConsole("/operator/support/REQUEST", 403),
  writes: ["operator"],
});

const CONSOLE_USER_ROWS: Row[] = [
  read("operator.$list", "/operator/users", inConsole(200, 200), { what: "users" }),
  read("operator.users.$id", "/operator/users/{ownerId}", inConsole(200, 200)),
  read("operator.users.$id", "/operator/users/usr_none", inConsole(404, 404), { what: "unknown" }),
  about("named rightly", {
    intent: "name",
    full_name: "Owner Rightly",
    name_on_certificate: "",
    name_reason: "Misspelt.",
  }),
  {
    ...about("whose data is taken", {}),
    route: "operator.users.$id_.archive",
    path: (asked) => `${userOf(asked)}/archive`,
    answers: inConsole(200, 403),
  },
  about("suspended", { intent: "suspend", reason: "A stolen card." }),
  about("signed out everywhere", { intent: "end-sessions" }),
  about("checked", { intent: "identity", outcome: "passed" }),
  { ...about("with nothing to lift", { intent: "lift" }), writes: undefined },
  { ...about("let in again", { intent: "restore" }), writes: undefined },
  read("operator.search", "/operator/search?q=Nobody", inConsole(200, 200)),
  read(
    "operator.search",
    "/operator/search?q={certificateId}",
    inConsole("/operator/certificates/CERTIFICATE", "/operator/certificates/CERTIFICATE"),
    { what: "the owner's certificate" },
  ),
  read("operator.$list", "/operator/support", inConsole(200, 200), { what: "support" }),
  read("operator.support.$id", "/operator/support/{requestId}", inConsole(200, 200)),
  read("operator.support.$id", "/operator/support/sup_none", inConsole(404, 404), { what: "unknown" }),
  support("answered", { intent: "answer", body: "Here it is." }),
  support("closed", { intent: "close" }),
];

// The console: operators read and change, readers only read, and for everyone else it does not exist.

const PAGES = [
  ["operator._index", "/operator"],
  ["operator.withdrawals._index", "/operator/withdrawals"],
  ["operator.payout-runs._index", "/operator/payout-runs"],
  ["operator.bank-answers._index", "/operator/bank-answers"],
  ["operator.settings", "/operator/settings"],
] as const;

const MONTH = `/operator/books/${new Date().toISOString().slice(0, 7)}`;

export const CONSOLE_ROWS: Row[] = [
  ...PAGES.map(([route, path]) => ({ route, path: at(path), answers: inConsole(200, 200) })),
  ...["log", "leads", "offers", "rewards", "trouble"].map((what) => ({
    ...{ route: "operator.$list", what, path: at(`/operator/${what}`), answers: inConsole(200, 200) },
  })),
  read("operator.$list", "/operator/none", inConsole(404, 404), { what: "unknown" }),
  // Shows the account number to operators, and the log says that they saw it.
  read("operator.withdrawals.$id", "/operator/withdrawals/{withdrawalId}", inConsole(200, 200), {
    writes: ["operator"],
  }),
  read("operator.withdrawals.$id", "/operator/withdrawals/wdr_none", inConsole(404, 404), { what: "unknown" }),
  // The page that says so shows the account number again.
  send(
    "operator.withdrawals.$id",
    "/operator/withdrawals/{withdrawalId}",
    { intent: "pay", bank_reference: "UTR-9" },
    inConsole(409, 403),
    { what: "paid within its hold", writes: ["operator"] },
  ),
  send(
    "operator.withdrawals.$id",
    "/operator/withdrawals/{withdrawalId}",
    { intent: "reject", reason: "The name does not match." },
    inConsole("/operator/withdrawals/WITHDRAWAL", 403),
    { what: "rejected", writes: ["operator"] },
  ),
  send("operator.payout-file", "/operator/payout-file", {}, inConsole("/operator/payout-runs?made=none", 403)),
  read("operator.payout-runs.$id", "/operator/payout-runs/run_none", inConsole(404, 404)),
  send(
    "operator.payout-runs.$id",
    "/operator/payout-runs/run_none",
    { intent: "call-back", reason: "The bank was closed." },
    inConsole(409, 403),
  ),
  read("operator.books._index", "/operator/books", inConsole(MONTH, MONTH)),
  read("operator.books.$month", "/operator/books/2026-01", inConsole(200, 200)),
  read("operator.books.$month", "/operator/books/2026-13", inConsole(404, 404), { what: "none" }),
  read("operator.casks.$id_.write", "/operator/casks/{openCaskId}/write", inConsole(200, 200)),
  send(
    "operator.casks.$id_.write",
    "/operator/casks/{openCaskId}/write",
    { intent: "send", people: "1", subject: "", body: "" },
    inConsole(400, 403),
    { what: "without words" },
  ),
  read("operator.books.$month[.]csv", "/operator/books/2026-01.csv", inConsole(200, 200), {
    writes: ["operator", "reader"],
  }),
  send("operator.bank-answers._index", "/operator/bank-answers", {}, inConsole(400, 403), { what: "without a file" }),
  read("operator.bank-answers.$id", "/operator/bank-answers/bka_none", inConsole(404, 404)),
  send("operator.bank-answers.$id", "/operator/bank-answers/bka_none", { intent: "mark" }, inConsole(409, 403)),
  read("operator.payout-runs.$id[.]csv", "/operator/payout-runs/run_none.csv", inConsole(404, 403)),
  send("operator.$list", "/operator/offers", { offer: "off_none", reason: "It is a mistake." }, inConsole(409, 403), {
    what: "offers, a form in a row",
  }),
  send("operator.$list", "/operator/rewards", { intent: "pay", referred: "usr_none" }, inConsole(409, 403), {
    what: "rewards, a form in a row",
  }),
  send("operator.$list", "/operator/trouble", { intent: "replay", letter: "none" }, inConsole(409, 403), {
    what: "trouble, a form in a row",
  }),
  send(
    "operator.settings",
    "/operator/settings",
    { intent: "propose", key: "payouts_per_day", value: "11" },
    inConsole("/operator/settings", 403),
    { what: "proposed", writes: ["operator"] },
  ),
  read("operator.$list[.]csv", "/operator/withdrawals.csv", inConsole(200, 200), { writes: ["operator", "reader"] }),
  read("operator.$list[.]csv", "/operator/none.csv", same(404), { what: "unknown" }),
  ...CONSOLE_CASK_ROWS,
  ...CONSOLE_PAYMENT_ROWS,
  ...CONSOLE_USER_ROWS,
];
