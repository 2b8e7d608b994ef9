// The URLs of every screen in the demo data, for tests that look at all of them.
const CASK = "csk_demo_strathquill";

export const publicScreens = [
  "/",
  "/#session-expired",
  "/create-account",
  "/fees",
  "/audit",
  "/audit/verify",
  "/proof",
  "/evidence",
  `/evidence?cask=${CASK}`,
  "/evidence?cask=csk_demo_loch_ardel",
  "/ways-out",
  "/exits",
  "/get-started?mode=sign-up",
  "/get-started?mode=login&ref=ABCD2345",
  "/terms-and-conditions",
  "/privacy-policy",
  "/terms-of-service",
  "/refunds-cancellations",
  "/customer-support",
  "/cancel-purchase",
  "/accessibility",
  "/data",
  "/offline",
  "/verify",
];

export const signedInScreens = [
  "/invest",
  `/cask-information?cask=${CASK}`,
  `/cask-information?cask=${CASK}&stakes=3&years=8&price=90`,
  `/cask-information?cask=${CASK}&stakes=0&years=x&price=`,
  `/stripe-secure?cask=${CASK}`,
  `/stripe-secure?cask=${CASK}&tab=crypto`,
  "/stripe-secure?product=joining-fee",
  "/wallet?tab=portfolio",
  "/wallet?tab=tokens",
  "/wallet?tab=rewards",
  "/wallet?tab=portfolio&dialog=withdraw",
  "/wallet?tab=portfolio&dialog=withdraw&of=balance",
  "/wallet?tab=rewards&dialog=share",
  "/stakes",
  "/statements",
  "/my-data",
  "/cancel-purchase?code=acde-fghj-kmnp-qrtv",
  "/settings",
  "/personal-details",
  "/phone-number",
  "/notices",
  "/close-account",
  "/bank-details",
];

// Of things that only the demo investor has a part in.
export const investorScreens = ["/bids/bid_demo_peyrolande"];

export const missingScreens = [
  "/no-such-page",
  "/verify/nonsense",
  "/stop/nonsense",
  "/cask-information?cask=csk_none",
];

export const operatorScreens = [
  "/operator",
  "/operator/withdrawals",
  "/operator/withdrawals?state=paid",
  "/operator/payout-runs",
  "/operator/bank-answers",
  "/operator/casks",
  "/operator/casks/new",
  "/operator/payments",
  "/operator/users",
  "/operator/users/usr_demo_investor",
  "/operator/certificates",
  "/operator/offers",
  "/operator/rewards",
  `/operator/books/${new Date().toISOString().slice(0, 7)}`,
  "/operator/support",
  "/operator/support?state=answered",
  "/operator/search?q=asha",
  "/operator/trouble",
  "/operator/log",
  "/operator/settings",
  "/operator/leads",
];
