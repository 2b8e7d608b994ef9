import { BANK } from "../../support/wallet";
import { ALL, type Answers, LIVE, type More, read, type Row, same, send, signedIn } from "./access-rows";
import { CONSOLE_ROWS } from "./console-rows";

const urlOf = (route: string) =>
  `/${route === "_index" ? "" : route.replace("[.]well-known.", ".well-known/").replaceAll("[.]", ".")}`;

// What is for everyone, and the same for everyone.

const PUBLIC = [
  "_index",
  "create-account",
  "fees",
  "terms-and-conditions",
  "privacy-policy",
  "terms-of-service",
  "refunds-cancellations",
  "customer-support",
  "cancel-purchase",
  "offline",
  "robots[.]txt",
  "sitemap[.]xml",
  "[.]well-known.security[.]txt",
  "feed[.]xml",
  "accessibility",
  "data",
  "get-started",
  "proof",
  "rack[.]svg",
  "ways-out",
  "exits",
  "exits[.]json",
];
const missing = (route: string, path: string, what = "unknown") => read(route, path, same(404), { what });

const PROOF: Row[] = [
  ...PUBLIC.map((route) => read(route, urlOf(route), same(200))),
  read("verify._index", "/verify", same(200)),
  read("verify.$code", "/verify/{certificateId}", same(200)),
  missing("verify.$code", "/verify/none"),
  read("evidence._index", "/evidence", same(200)),
  missing("evidence._index", "/evidence?cask=csk_none", "no such cask"),
  // A paper for holders has no place here, for any caller.
  missing("evidence.documents.$sha256", "/evidence/documents/{documentId}", "by the id of a paper for holders"),
  missing("evidence.documents.$sha256", `/evidence/documents/${"0".repeat(64)}`),
  missing("audit.key", "/audit/key", "before the first audit"),
  read("audit._index", "/audit", same(200)),
  read("audit.verify", "/audit/verify", same(200)),
  missing("audit.$date", "/audit/2020-01-01"),
  missing("audit.$date[.]json", "/audit/2020-01-01.json"),
  missing("audit.$date[.]csv", "/audit/2020-01-01.csv"),
  missing("audit.$date_.$cask", "/audit/2020-01-01/csk_none"),
  missing("audit.$date_.$cask[.]json", "/audit/2020-01-01/csk_none.json"),
  missing("audit.$date_.$cask[.]json", `/audit/bids/${"0".repeat(64)}.json`, "unknown votes"),
];

const OWN = [
  "invest",
  "wallet",
  "settings",
  "personal-details",
  "notices",
  "phone-number",
  "close-account",
  "bank-details",
];
const YEAR = "2025-01-01--2025-12-31";
const payment = { what: "the owner's payment" };
const noAudit = { what: "before the first audit" };
const mine = (answer: Answers["owner"], but: Partial<Answers> = {}) => signedIn(404, { owner: answer, ...but });

// What an investor owns: the owner's alone, whichever user is signed in. Operators have the console for it.

const reading: Row[] = [
  ...OWN.map((route) => read(route, urlOf(route), signedIn(200))),
  read("enter-OTP", "/enter-OTP", same("/")),
  read("stop.$token", "/stop/{stopToken}", same(200)),
  read("logout", "/logout", same("/settings")),
  read("cask-information", "/cask-information?cask={openCaskId}", signedIn(200)),
  read("stripe-secure", "/stripe-secure?cask={openCaskId}", signedIn(200)),
  read("stripe-secure", "/stripe-secure?payment={paymentId}", mine("/stripe-secure?cask=BOUGHT&tab=card"), payment),
  read("payment-success", "/payment-success?payment={paymentId}", mine(200), payment),
  read(
    ...(["payment-unsuccessful", "/payment-unsuccessful?payment={paymentId}"] as const),
    ...([mine("/payment-success?payment=PAYMENT"), payment] as const),
  ),
  read("wallet", "/wallet?dialog=withdraw", signedIn(200), { what: "withdraw dialog" }),
  read("wallet", "/wallet?before={paymentId}", signedIn(200), { what: "before the owner's payment" }),
  // An alias reveals nothing: the wallet it redirects to decides.
  ...["portfolio", "tokens", "rewards"].map((tab) =>
    read(`wallet-${tab}`, `/wallet-${tab}`, { ...same(`/wallet?tab=${tab}`), nobody: "/" }),
  ),
  read("confirm-code", "/confirm-code?to=/bank-details", signedIn("/bank-details")),
  read("confirm-contact", "/confirm-contact", signedIn("/settings")),
  read("certificates.$file", "/certificates/{certificateId}.pdf", mine(200, { operator: 200, reader: 200 }), {
    what: "the owner's certificate",
  }),
  read("certificates.$id[.]proof[.]json", "/certificates/{certificateId}.proof.json", signedIn(404), noAudit),
  read("wallet_.owed[.]json", "/wallet/owed.json", signedIn(404), noAudit),
  ...["stripe", "copperx", "unknown"].map((what) =>
    read("webhooks.$provider", `/webhooks/${what}`, same(what === "unknown" ? 404 : 405), { what }),
  ),
  read("stakes._index", "/stakes", signedIn(200)),
  read("stakes.$id", "/stakes/{stakeId}", mine(200), { what: "the owner's stake" }),
  read("stakes.$id", "/stakes/{stakeId}?dialog=withdraw", mine(200), { what: "the form for the owner's return" }),
  read("stakes.$id_.documents.$document", "/stakes/{stakeId}/documents/{documentId}", mine(200), {
    what: "for holders, about the owner's cask",
  }),
  read("stakes.$id_.documents.$document", "/stakes/{stakeId}/documents/{certificateId}", signedIn(404), {
    what: "by the id of another thing",
  }),
  read("bids.$id", "/bids/{bidId}", mine(200), { what: "for the owner's cask" }),
  read("bids.$id_.letter", "/bids/{bidId}/letter", mine(200), { what: "of the bid for the owner's cask" }),
  read("bids.$id_.$token", "/bids/{bidId}/{bidToken}", same(200), { what: "the link in the owner's email" }),
  missing("bids.$id_.$token", "/bids/{bidId}/none"),
  read("statements._index", "/statements", signedIn(200)),
  ...[`${YEAR}.pdf`, `${YEAR}.csv`, "ghostfolio.json", "portfolio-performance.csv"].map((what) =>
    read("statements.$file", `/statements/${what}`, signedIn(200), { what }),
  ),
  read("statements.$file", "/statements/none.pdf", signedIn(404), { what: "no period" }),
  read("receipts.$file", "/receipts/{paymentId}.pdf", mine(200), payment),
  read("my-data._index", "/my-data", signedIn(200)),
  read("my-data.archive", "/my-data/archive", same("/my-data")),
];

/** Sent to the route's own address, unless `to` is another one. */
const form = (
  route: string,
  fields: Record<string, string>,
  answers: Answers,
  { to = urlOf(route), ...more }: More & { to?: string } = {},
) => send(route, to, fields, answers, more);

const BUYERS = ["stranger", "operator", "reader", "owner"] as const;
const THEIRS = { id: "{ownerId}", user_id: "{ownerId}", userId: "{ownerId}" };
const RETURN = { intent: "withdraw", ...BANK, stake_id: "{stakeId}", cycle_number: "1" };
const TAKEN_BACK = { intent: "cancel-withdrawal", withdrawal: "{withdrawalId}" };
const CANCELLING = { intent: "confirm", name: "Asha", email: "{email}" };
const owners = (what: string) => ({ what: `the owner's ${what}`, writes: ["owner"] }) as const;

const sending: Row[] = [
  // A cookie with a valid signature leads to the wallet, which checks further.
  form("_index", {}, { ...same("/wallet"), nobody: "/get-started?mode=sign-up" }, { to: "/?index" }),
  form("get-started", { email: "{email}" }, same("/enter-OTP"), { writes: ALL }),
  form(
    ...(["customer-support", { name: "Asha", contact: "{email}", kind: "other", message: "Help." }] as const),
    ...([same("/customer-support?request=NUMBER"), { writes: ALL }] as const),
  ),
  ...Object.entries({ unknown: "kmpq2345kmpq2345", "of the owner": "{paymentId}" }).map(([what, code]) =>
    form("cancel-purchase", { ...CANCELLING, code }, same("/cancel-purchase?request=NUMBER"), { what, writes: ALL }),
  ),
  form("enter-OTP", { intent: "verify", otp: "123456" }, same("/")),
  form("enter-OTP", { intent: "resend" }, same("/"), { what: "resend" }),
  form(
    ...(["stripe-secure", { paymentMode: "Bank", cask: "{openCaskId}", full_name: "Asha Rao" }] as const),
    ...([signedIn("provider", { newcomer: 403 }), { what: "a stake", writes: BUYERS }] as const),
  ),
  form(
    ...(["stripe-secure", { paymentMode: "Crypto", product: "joining-fee" }] as const),
    ...([signedIn(409, { newcomer: "provider" }), { what: "the joining fee", writes: ["newcomer"] }] as const),
  ),
  // Paid already: pressing Cancel changes nothing any more.
  form("payment-unsuccessful", {}, mine("/payment-unsuccessful?payment=PAYMENT&looks=0"), {
    to: "/payment-unsuccessful?payment={paymentId}",
  }),
  form("wallet", RETURN, signedIn(409, { newcomer: 403, owner: "/wallet?tab=portfolio" }), {
    to: "/wallet?tab=portfolio&dialog=withdraw",
    ...owners("return"),
  }),
  form("wallet", TAKEN_BACK, mine("/wallet?tab=portfolio"), owners("withdrawal, cancelled")),
  form("stakes.$id", RETURN, mine("/stakes/STAKE"), { to: "/stakes/{stakeId}?dialog=withdraw", ...owners("return") }),
  form("stakes.$id", TAKEN_BACK, mine("/stakes/STAKE"), {
    to: "/stakes/{stakeId}",
    ...owners("withdrawal, cancelled"),
  }),
  form("bids.$id", { choice: "accept" }, mine("/bids/BID"), {
    to: "/bids/{bidId}",
    what: "a vote",
    writes: ["owner"],
    counted: true,
  }),
  form("bids.$id", { choice: "perhaps" }, signedIn(400), { to: "/bids/{bidId}", what: "without a choice" }),
  form("bids.$id_.$token", { choice: "accept" }, same(404), {
    to: "/bids/{bidId}/none",
    what: "by a link that is not ours",
  }),
  form("stop.$token", {}, same(404), { to: "/stop/unknown", what: "unknown" }),
  form("personal-details", { full_name: "Asha Rao", address: "Pune", ...THEIRS }, signedIn("/settings"), {
    writes: LIVE,
  }),
  form("bank-details", { ...BANK, branch_address: "Pune", ...THEIRS }, signedIn("/settings"), { writes: LIVE }),
  form("phone-number", { phone_number: "{phone}" }, signedIn("/confirm-contact"), { writes: LIVE }),
  // Acts on the user who asks, whatever id is sent; the owner's stays open with what it holds. Operators are closed by each other.
  form(
    ...(["close-account", { understood: "yes", ...THEIRS }] as const),
    signedIn("/close-account", { newcomer: "/#account-closed", stranger: "/#account-closed" }),
    { writes: ["newcomer", "stranger"] },
  ),
  form("confirm-code", {}, signedIn("/enter-OTP"), { to: "/confirm-code?to=/bank-details", writes: LIVE }),
  form("confirm-contact", { otp: "123456" }, signedIn("/settings")),
  form("my-data.archive", {}, signedIn(200), { to: "/my-data/archive", writes: LIVE }),
  // Ends the session that the cookie names, valid or not.
  form("logout", {}, same("/#signed-out"), { writes: [...LIVE, "suspended", "expired"] }),
  // Other sessions end only by one that is alive.
  form(
    ...(["logout", { intent: "everywhere" }] as const),
    { ...signedIn("/#signed-out-everywhere"), nobody: "/#session-expired", suspended: "/#session-expired" },
    { what: "everywhere", writes: LIVE },
  ),
  ...["stripe", "copperx", "unknown"].map((what) =>
    send("webhooks.$provider", `/webhooks/${what}`, { id: "evt_1" }, same(what === "unknown" ? 404 : 400), { what }),
  ),
];

export const PAGE_ROWS: Row[] = [...PROOF, ...reading, ...sending, ...CONSOLE_ROWS];
