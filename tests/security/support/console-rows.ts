import { type Answer, at, inConsole, read, type Row, same, send } from "./access-rows";

// The console: operators read and change, readers only read, and for everyone else it does not exist.

const look = (route: string, path: string, what?: string, answer: Answer = 200): Row =>
  read(route, path, inConsole(answer, answer), { what });

type Act = (what: string, fields: Record<string, string>, answer: Answer, writes?: boolean) => Row;
/** The forms of a page. What leads on has written, unless it says otherwise. */
const forms =
  (route: string, path: string): Act =>
  (what, fields, answer, writes = typeof answer === "string") =>
    send(route, path, fields, inConsole(answer, 403), { what, ...(writes && { writes: ["operator"] }) });

const CASK = "/operator/casks/CASK";
const cask = forms("operator.casks.$id", "/operator/casks/{openCaskId}");
const SALE = { sold_on: "2026-01-01", buyer_kind: "trade", gross: "5000", fees: "0", net_per_stake: "101" };
const without = (intent: string, answer: Answer, fields: Record<string, string> = {}) =>
  cask(`${intent}, with what is missing or does not hold`, { intent, ...fields }, answer);

const CASKS: Row[] = [
  look("operator.casks.new", "/operator/casks/new"),
  forms("operator.casks.new", "/operator/casks/new")("an empty form", { intent: "save" }, 400),
  ...["", "?view=value", "?view=gauge", "?view=evidence", "?view=bid", "?view=sell", "?view=preview"].map((view) =>
    look("operator.casks.$id", `/operator/casks/{openCaskId}${view}`, view),
  ),
  look("operator.casks.$id", "/operator/casks/csk_none", "unknown", 404),
  ...["save", "value", "gauge", "evidence", "sell", "bid"].map((intent) => without(intent, 400)),
  ...["propose", "confirm"].map((intent) => without(intent, 409, SALE)),
  ...["cancel", "confirm-bid", "withdraw-bid"].map((intent) => without(intent, 409)),
  cask("published once more", { intent: "publish", version: "99" }, CASK, false),
  cask(
    "measured again",
    { intent: "gauge", gauged_on: "2026-01-01", loa_litres: "120", abv: "60", gauged_by: "Bond 3" },
    `${CASK}?view=gauge`,
  ),
  cask("withdrawn from sale", { intent: "withdraw" }, CASK),
  look("operator.documents.$id", "/operator/documents/evd_none", undefined, 404),
];

const payment = forms("operator.payments.$id", "/operator/payments/{paymentId}");
const certificate = forms("operator.certificates.$id", "/operator/certificates/{certificateId}");
const CERTIFICATE = "/operator/certificates/CERTIFICATE";

const PAYMENTS: Row[] = [
  look("operator.$list", "/operator/payments?state=needs-a-person", "those that need a person"),
  look("operator.payments.$id", "/operator/payments/{paymentId}"),
  look("operator.payments.$id", "/operator/payments/pay_none", "unknown", 404),
  payment("read again", { intent: "reread" }, "/operator/payments/PAYMENT"),
  payment("given back", { intent: "refund", reason: "Asked for it." }, "/operator/payments/PAYMENT"),
  payment("a refund by hand that is not due", { intent: "manual", reference: "UTR-1" }, 409),
  look("operator.certificates.$id", "/operator/certificates/{certificateId}"),
  look("operator.certificates.$id", "/operator/certificates/crt_none", "unknown", 404),
  certificate("made void without a reason", { intent: "void", reason: " " }, 400),
  certificate("made void", { intent: "void", reason: "Lost." }, CERTIFICATE),
];

const user = forms("operator.users.$id", "/operator/users/{ownerId}");
const support = forms("operator.support.$id", "/operator/support/{requestId}");
const OWNER = "/operator/users/OWNER";

const USERS: Row[] = [
  look("operator.users.$id", "/operator/users/{ownerId}"),
  look("operator.users.$id", "/operator/users/usr_none", "unknown", 404),
  forms("operator.users.$id_.archive", "/operator/users/{ownerId}/archive")("whose data is taken", {}, 200, true),
  user("suspended", { intent: "suspend", reason: "A stolen card." }, OWNER),
  user("signed out everywhere", { intent: "end-sessions" }, OWNER),
  user("checked", { intent: "identity", outcome: "passed" }, OWNER),
  user("with nothing to lift", { intent: "lift" }, OWNER, false),
  user("let in again", { intent: "restore" }, OWNER, false),
  look("operator.search", "/operator/search?q=Nobody"),
  look("operator.search", "/operator/search?q={certificateId}", "the owner's certificate", CERTIFICATE),
  look("operator.support.$id", "/operator/support/{requestId}"),
  look("operator.support.$id", "/operator/support/sup_none", "unknown", 404),
  support("answered", { intent: "answer", body: "Here it is." }, "/operator/support"),
  support("closed", { intent: "close" }, "/operator/support"),
];

const withdrawal = forms("operator.withdrawals.$id", "/operator/withdrawals/{withdrawalId}");

const PAYOUTS: Row[] = [
  // Shows the account number to operators, and the log says that they saw it.
  { ...look("operator.withdrawals.$id", "/operator/withdrawals/{withdrawalId}"), writes: ["operator"] },
  look("operator.withdrawals.$id", "/operator/withdrawals/wdr_none", "unknown", 404),
  // The page that says so shows the account number again.
  withdrawal("paid within its hold", { intent: "pay", bank_reference: "UTR-9" }, 409, true),
  withdrawal("rejected", { intent: "reject", reason: "No." }, "/operator/withdrawals/WITHDRAWAL"),
  forms("operator.payout-file", "/operator/payout-file")("nothing due", {}, "/operator/payout-runs?made=none", false),
  look("operator.payout-runs.$id", "/operator/payout-runs/run_none", undefined, 404),
  forms(
    "operator.payout-runs.$id",
    "/operator/payout-runs/run_none",
  )(...(["called back", { intent: "call-back", reason: "The bank was closed." }, 409] as const)),
  read("operator.payout-runs.$id[.]csv", "/operator/payout-runs/run_none.csv", inConsole(404, 403)),
  forms("operator.bank-answers._index", "/operator/bank-answers")("without a file", {}, 400),
  look("operator.bank-answers.$id", "/operator/bank-answers/bka_none", undefined, 404),
  forms("operator.bank-answers.$id", "/operator/bank-answers/bka_none")("marked", { intent: "mark" }, 409),
];

const MONTH = `/operator/books/${new Date().toISOString().slice(0, 7)}`;
const STAFF = { writes: ["operator", "reader"] } as const;
const inRow = (list: string, fields: Record<string, string>) =>
  forms("operator.$list", `/operator/${list}`)(`${list}, a form in a row`, fields, 409);

export const CONSOLE_ROWS: Row[] = [
  look("operator._index", "/operator"),
  look("operator.withdrawals._index", "/operator/withdrawals"),
  look("operator.payout-runs._index", "/operator/payout-runs"),
  look("operator.bank-answers._index", "/operator/bank-answers"),
  look("operator.settings", "/operator/settings"),
  ...["casks", "payments", "certificates", "users", "support", "log", "leads", "offers", "rewards", "trouble"].map(
    (list) => look("operator.$list", `/operator/${list}`, list),
  ),
  look("operator.$list", "/operator/none", "unknown", 404),
  look("operator.books._index", "/operator/books", undefined, MONTH),
  look("operator.books.$month", "/operator/books/2026-01"),
  look("operator.books.$month", "/operator/books/2026-13", "none", 404),
  { ...look("operator.books.$month[.]csv", "/operator/books/2026-01.csv"), ...STAFF },
  inRow("offers", { offer: "off_none", reason: "It is a mistake." }),
  inRow("rewards", { intent: "pay", referred: "usr_none" }),
  inRow("trouble", { intent: "replay", letter: "none" }),
  forms(
    "operator.settings",
    "/operator/settings",
  )(...(["proposed", { intent: "propose", key: "payouts_per_day", value: "11" }, "/operator/settings"] as const)),
  { ...look("operator.$list[.]csv", "/operator/withdrawals.csv"), ...STAFF },
  { route: "operator.$list[.]csv", what: "unknown", path: at("/operator/none.csv"), answers: same(404) },
  ...CASKS,
  ...PAYMENTS,
  ...USERS,
  ...PAYOUTS,
];
