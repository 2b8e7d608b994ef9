import { BANK } from "../../routes/api/support/samples";
import { ALL, at, LIVE, read, type Row, same, signedIn } from "./access-rows";
import { CONSOLE_ROWS } from "./console-rows";
import { HOLDING_ROWS, PROOF_ROWS } from "./holding-rows";

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
];
const urlOf = (route: string) =>
  `/${route === "_index" ? "" : route.replace("[.]well-known.", ".well-known/").replaceAll("[.]", ".")}`;

const reading: Row[] = [
  ...PUBLIC.map((route) => ({ route, path: at(urlOf(route)), answers: same(200) })),
  read("enter-OTP", "/enter-OTP", same("/")),
  read("verify._index", "/verify", same(200)),
  read("verify.$code", "/verify/{certificateId}", same(200)),
  read("verify.$code", "/verify/none", same(404), { what: "unknown" }),
  read("stop.$token", "/stop/{stopToken}", same(200)),
  read("logout", "/logout", same("/settings")),
  read("invest", "/invest", signedIn(200)),
  read("cask-information", "/cask-information?cask={openCaskId}", signedIn(200)),
  read("stripe-secure", "/stripe-secure?cask={openCaskId}", signedIn(200)),
  read(
    "stripe-secure",
    "/stripe-secure?payment={paymentId}",
    signedIn(404, { owner: "/stripe-secure?cask=BOUGHT&tab=card" }),
    { what: "the owner's payment" },
  ),
  read("payment-success", "/payment-success?payment={paymentId}", signedIn(404, { owner: 200 }), {
    what: "the owner's payment",
  }),
  read(
    "payment-unsuccessful",
    "/payment-unsuccessful?payment={paymentId}",
    signedIn(404, { owner: "/payment-success?payment=PAYMENT" }),
    { what: "the owner's payment" },
  ),
  read("wallet", "/wallet", signedIn(200)),
  read("wallet", "/wallet?dialog=withdraw", signedIn(200), { what: "withdraw dialog" }),
  read("wallet", "/wallet?before={paymentId}", signedIn(200), { what: "before the owner's payment" }),
  // An alias reveals nothing: the wallet it redirects to decides.
  ...["portfolio", "tokens", "rewards"].map((tab) => ({
    route: `wallet-${tab}`,
    path: at(`/wallet-${tab}`),
    answers: { ...same(`/wallet?tab=${tab}`), nobody: "/" },
  })),
  read("settings", "/settings", signedIn(200)),
  read("personal-details", "/personal-details", signedIn(200)),
  read("notices", "/notices", signedIn(200)),
  read("phone-number", "/phone-number", signedIn(200)),
  read("close-account", "/close-account", signedIn(200)),
  read("identity", "/identity", signedIn(200)),
  read("bank-details", "/bank-details", signedIn(200)),
  read("confirm-code", "/confirm-code?to=/bank-details", signedIn("/bank-details")),
  read("confirm-contact", "/confirm-contact", signedIn("/settings")),
  read(
    "certificates.$file",
    "/certificates/{certificateId}.pdf",
    signedIn(404, { owner: 200, operator: 200, reader: 200 }),
    { what: "the owner's certificate" },
  ),
  read("certificates.$id[.]proof[.]json", "/certificates/{certificateId}.proof.json", signedIn(404), {
    what: "before the first audit",
  }),
  read("wallet_.owed[.]json", "/wallet/owed.json", signedIn(404), { what: "before the first audit" }),
  ...["stripe", "copperx", "unknown"].map((name) => ({
    route: "webhooks.$provider",
    what: name,
    path: at(`/webhooks/${name}`),
    answers: same(name === "unknown" ? 404 : 405),
  })),
];

/** Sent to the route's own address, unless `to` is another one. */
const form = (
  route: string,
  { to = urlOf(route), ...more }: Omit<Row, "route" | "method" | "path"> & { to?: string },
): Row => ({
  ...{ route, method: "POST", path: at(to) },
  ...more,
});

const sending: Row[] = [
  // A cookie with a valid signature leads to the wallet, which checks further.
  form("_index", { to: "/?index", answers: { ...same("/wallet"), nobody: "/get-started?mode=sign-up" } }),
  form("get-started", {
    body: () => ({ email: `${crypto.randomUUID()}@example.com` }),
    answers: same("/enter-OTP"),
    writes: ALL,
  }),
  form("customer-support", {
    body: () => ({ name: "Asha", contact: `${crypto.randomUUID()}@example.com`, kind: "other", message: "Help." }),
    answers: same("/customer-support?request=NUMBER"),
    writes: ALL,
  }),
  ...["unknown", "of the owner"].map((what) =>
    form("cancel-purchase", {
      what,
      body: ({ things: { paymentId } }) => ({
        ...{ intent: "confirm", name: "Asha", email: `${crypto.randomUUID()}@example.com` },
        code: what === "unknown" ? "kmpq2345kmpq2345" : paymentId,
      }),
      answers: same("/cancel-purchase?request=NUMBER"),
      writes: ALL,
    }),
  ),
  form("enter-OTP", { body: () => ({ intent: "verify", otp: "123456" }), answers: same("/") }),
  form("enter-OTP", { what: "resend", body: () => ({ intent: "resend" }), answers: same("/") }),
  form("stripe-secure", {
    what: "a stake",
    body: ({ things }) => ({ paymentMode: "Bank", cask: things.openCaskId, full_name: "Asha Rao" }),
    answers: signedIn("provider", { newcomer: 403 }),
    writes: ["stranger", "operator", "reader", "owner"],
  }),
  form("stripe-secure", {
    what: "the joining fee",
    body: () => ({ paymentMode: "Crypto", product: "joining-fee" }),
    answers: signedIn(409, { newcomer: "provider" }),
    writes: ["newcomer"],
  }),
  // Paid already: pressing Cancel changes nothing any more.
  {
    ...form("payment-unsuccessful", {
      answers: signedIn(404, { owner: "/payment-unsuccessful?payment=PAYMENT&looks=0" }),
    }),
    path: ({ things }) => `/payment-unsuccessful?payment=${things.paymentId}`,
  },
  form("wallet", {
    what: "the owner's return",
    to: "/wallet?tab=portfolio&dialog=withdraw",
    body: ({ things }) => ({ intent: "withdraw", ...BANK, stake_id: things.stakeId, cycle_number: "1" }),
    answers: signedIn(409, { newcomer: 403, owner: "/wallet?tab=portfolio" }),
    writes: ["owner"],
  }),
  form("wallet", {
    what: "the owner's withdrawal, cancelled",
    body: ({ things }) => ({ intent: "cancel-withdrawal", withdrawal: things.withdrawalId }),
    answers: signedIn(404, { owner: "/wallet?tab=portfolio" }),
    writes: ["owner"],
  }),
  form("stop.$token", { to: "/stop/unknown", what: "unknown", answers: same(404) }),
  form("personal-details", {
    body: ({ things }) => ({ full_name: "Asha Rao", address: "Pune", id: things.ownerId, user_id: things.ownerId }),
    answers: signedIn("/settings"),
    writes: LIVE,
  }),
  form("bank-details", {
    body: ({ things }) => ({ ...BANK, branch_address: "Pune", user_id: things.ownerId }),
    answers: signedIn("/settings"),
    writes: LIVE,
  }),
  form("phone-number", {
    body: () => ({ phone_number: `9${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}` }),
    answers: signedIn("/confirm-contact"),
    writes: LIVE,
  }),
  // Acts on the user who asks, whatever id is sent; the owner's stays open with what it holds. Operators are closed by each other.
  form("close-account", {
    body: ({ things }) => ({ understood: "yes", user_id: things.ownerId, userId: things.ownerId }),
    answers: signedIn("/#account-closed", {
      owner: "/close-account",
      operator: "/close-account",
      reader: "/close-account",
    }),
    writes: ["newcomer", "stranger"],
  }),
  form("identity", { body: () => ({ intent: "look" }), answers: signedIn("/identity"), counted: true }),
  form("confirm-code", { to: "/confirm-code?to=/bank-details", answers: signedIn("/enter-OTP"), writes: LIVE }),
  form("confirm-contact", { body: () => ({ otp: "123456" }), answers: signedIn("/settings") }),
  // Ends the session that the cookie names, valid or not.
  form("logout", { answers: same("/#signed-out"), writes: [...LIVE, "suspended", "expired"] }),
  // Other sessions end only by one that is alive.
  form("logout", {
    what: "everywhere",
    body: () => ({ intent: "everywhere" }),
    answers: {
      ...same("/#signed-out-everywhere"),
      nobody: "/#session-expired",
      suspended: "/#session-expired",
      "signed out": "/#session-expired",
      expired: "/#session-expired",
    },
    writes: LIVE,
  }),
  ...["stripe", "copperx", "unknown"].map((name) => ({
    ...form("webhooks.$provider", { body: () => ({ id: "evt_1" }), answers: same(name === "unknown" ? 404 : 400) }),
    what: name,
    path: at(`/webhooks/${name}`),
  })),
];

export const PAGE_ROWS: Row[] = [...reading, ...sending, ...HOLDING_ROWS, ...PROOF_ROWS, ...CONSOLE_ROWS];
