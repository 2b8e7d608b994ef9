import { BANK } from "../../routes/api/support/samples";
import { ALL, LIVE, type Row, same, signedIn } from "./access-rows";
import { CONSOLE_ROWS } from "./console-rows";
import { HOLDING_ROWS } from "./holding-rows";
import { PROOF_ROWS } from "./proof-rows";

const at = (path: string) => () => path;
const PUBLIC = [
  "_index",
  "create-account",
  "fees",
  "terms-and-conditions",
  "privacy-policy",
  "terms-of-service",
  "refunds-cancellations",
  "customer-support",
  "offline",
  "robots[.]txt",
  "sitemap[.]xml",
  "get-started",
];
const urlOf = (route: string) => `/${route === "_index" ? "" : route.replaceAll("[.]", ".")}`;

const reading: Row[] = [
  ...PUBLIC.map((route) => ({ route, path: at(urlOf(route)), answers: same(200) })),
  { route: "enter-OTP", path: at("/enter-OTP"), answers: same("/") },
  { route: "verify._index", path: at("/verify"), answers: same(200) },
  { route: "verify.$code", path: ({ things }) => `/verify/${things.certificateId}`, answers: same(200) },
  { route: "verify.$code", what: "unknown", path: at("/verify/none"), answers: same(404) },
  {
    route: "withdrawals.stop.$token",
    path: ({ things }) => `/withdrawals/stop/${things.stopToken}`,
    answers: same(200),
  },
  { route: "stop.$token", path: ({ things }) => `/stop/${things.closingToken}`, answers: same(200) },
  { route: "stop.$token", what: "unknown", path: at("/stop/none"), answers: same("/withdrawals/stop/none") },
  { route: "logout", path: at("/logout"), answers: same("/settings") },
  { route: "invest", path: at("/invest"), answers: signedIn(200) },
  {
    route: "cask-information",
    path: ({ things }) => `/cask-information?cask=${things.openCaskId}`,
    answers: signedIn(200),
  },
  { route: "stripe-secure", path: ({ things }) => `/stripe-secure?cask=${things.openCaskId}`, answers: signedIn(200) },
  {
    route: "stripe-secure",
    what: "the owner's payment",
    path: ({ things }) => `/stripe-secure?payment=${things.paymentId}`,
    answers: signedIn(404, { owner: "/stripe-secure?cask=BOUGHT&tab=card" }),
  },
  {
    route: "payment-success",
    what: "the owner's payment",
    path: ({ things }) => `/payment-success?payment=${things.paymentId}`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "payment-unsuccessful",
    what: "the owner's payment",
    path: ({ things }) => `/payment-unsuccessful?payment=${things.paymentId}`,
    answers: signedIn(404, { owner: "/payment-success?payment=PAYMENT" }),
  },
  { route: "wallet", path: at("/wallet"), answers: signedIn(200) },
  { route: "wallet", what: "withdraw dialog", path: at("/wallet?dialog=withdraw"), answers: signedIn(200) },
  {
    route: "wallet",
    what: "before the owner's payment",
    path: ({ things }) => `/wallet?before=${things.paymentId}`,
    answers: signedIn(200),
  },
  // An alias reveals nothing: the wallet it redirects to decides.
  ...["portfolio", "tokens", "rewards"].map((tab) => ({
    route: `wallet-${tab}`,
    path: at(`/wallet-${tab}`),
    answers: { ...same(`/wallet?tab=${tab}`), nobody: "/" },
  })),
  { route: "settings", path: at("/settings"), answers: signedIn(200) },
  { route: "personal-details", path: at("/personal-details"), answers: signedIn(200) },
  { route: "notices", path: at("/notices"), answers: signedIn(200) },
  { route: "notices_.stop.$token", what: "unknown", path: at("/notices/stop/none"), answers: same(404) },
  {
    route: "notices_.stop.$token",
    what: "of the owner",
    path: ({ things }) => `/notices/stop/${things.noticeToken}`,
    answers: same(200),
  },
  { route: "phone-number", path: at("/phone-number"), answers: signedIn(200) },
  { route: "close-account", path: at("/close-account"), answers: signedIn(200) },
  { route: "identity", path: at("/identity"), answers: signedIn(200) },
  { route: "confirm-phone", path: at("/confirm-phone"), answers: signedIn("/phone-number") },
  { route: "bank-details", path: at("/bank-details"), answers: signedIn(200) },
  { route: "confirm-code", path: at("/confirm-code?next=bank-details"), answers: signedIn("/bank-details") },
  { route: "confirm-email", path: at("/confirm-email"), answers: signedIn("/personal-details") },
  {
    route: "certificates.$file",
    what: "the owner's certificate",
    path: ({ things }) => `/certificates/${things.certificateId}.pdf`,
    answers: signedIn(404, { owner: 200, operator: 200, reader: 200 }),
  },
  {
    route: "certificates.$id[.]proof[.]json",
    what: "before the first audit",
    path: ({ things }) => `/certificates/${things.certificateId}.proof.json`,
    answers: signedIn(404),
  },
  {
    route: "wallet_.owed[.]json",
    what: "before the first audit",
    path: at("/wallet/owed.json"),
    answers: signedIn(404),
  },
  ...["stripe", "copperx", "unknown"].map((name) => ({
    route: "webhooks.$provider",
    what: name,
    path: at(`/webhooks/${name}`),
    answers: same(name === "unknown" ? 404 : 405),
  })),
];

const form = (route: string, more: Omit<Row, "route" | "method" | "path"> & { query?: string }): Row => ({
  route,
  method: "POST",
  path: at(`${urlOf(route)}${more.query ?? ""}`),
  ...more,
});

const sending: Row[] = [
  // A cookie with a valid signature leads to the wallet, which checks further.
  {
    ...form("_index", { answers: { ...same("/wallet"), nobody: "/get-started?mode=sign-up" } }),
    path: at("/?index"),
  },
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
    query: "?tab=portfolio&dialog=withdraw",
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
  {
    ...form("withdrawals.stop.$token", { what: "unknown", answers: same(404) }),
    path: at("/withdrawals/stop/unknown"),
  },
  { ...form("stop.$token", { what: "unknown", answers: same(404) }), path: at("/stop/unknown") },
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
  form("notices", {
    body: ({ things }) => ({ topic: "launches", user_id: things.ownerId, userId: things.ownerId }),
    answers: signedIn("/settings"),
    writes: LIVE,
  }),
  {
    ...form("notices_.stop.$token", { what: "unknown", answers: same(404) }),
    path: at("/notices/stop/none"),
  },
  form("phone-number", {
    body: () => ({ phone_number: `9${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}` }),
    answers: signedIn("/confirm-phone"),
    writes: LIVE,
  }),
  // Acts on the user who asks, whatever id is sent; the owner's waits for what it holds. Operators are closed by each other.
  form("close-account", {
    body: ({ things }) => ({ understood: "yes", user_id: things.ownerId, userId: things.ownerId }),
    answers: signedIn("/#account-closed", {
      owner: "/close-account",
      operator: "/close-account",
      reader: "/close-account",
    }),
    writes: ["newcomer", "stranger", "owner"],
    counted: true,
  }),
  form("close-account", {
    what: "kept",
    body: () => ({ intent: "keep" }),
    answers: signedIn("/settings"),
    counted: true,
  }),
  form("identity", { body: () => ({ intent: "look" }), answers: signedIn("/identity"), counted: true }),
  form("confirm-phone", { body: () => ({ otp: "123456" }), answers: signedIn("/phone-number") }),
  form("confirm-code", { query: "?next=bank-details", answers: signedIn("/enter-OTP"), writes: LIVE }),
  form("confirm-email", { body: () => ({ otp: "123456" }), answers: signedIn("/personal-details") }),
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
