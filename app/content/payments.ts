import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { cryptoRefunds } from "./crypto-refunds";

const storageIncluded = `${INCLUDED_STORAGE_YEARS} years storage & insurance`;

export const paymentMethods = {
  card: {
    tab: "Bank card",
    mode: "Bank",
    processor: "Stripe",
    title: "Pay by bank card",
    how: "Stripe processes the payment on its own page. We never see your card number.",
    fees: "Charged in US dollars (USD). Your bank may add a fee for the exchange.",
    refunds: "A refund goes back to the card.",
  },
  crypto: {
    tab: "Crypto",
    mode: "Crypto",
    processor: "Copperx",
    title: "Pay with crypto",
    how: "Copperx processes the payment on its own page: USDT on the BNB Smart Chain (BSC), one USDT for one US dollar. Send the exact amount.",
    fees: "Priced in US dollars (USD). The network’s fee comes on top.",
    refunds: cryptoRefunds,
  },
} as const;

export type PaymentTab = keyof typeof paymentMethods;

export const stakeIncludes = {
  note: `Incl. ${storageIncluded}`,
  bullets: ["Cask stake added to wallet", "Ownership certificate added to wallet", "Reward tokens added to wallet"],
} as const;

export const joiningFeeIncludes = {
  name: "Joining fee",
  note: "One-time payment. It activates your account for good.",
} as const;

export function nextSteps(kind: "joining-fee" | "cask", processor: string): string[] {
  if (kind === "joining-fee") {
    return [
      `You pay on ${processor}’s page.`,
      "You come back here, and we confirm the payment.",
      "Your account is activated at once.",
    ];
  }
  return [
    "We hold one stake for you for 30 minutes.",
    `You pay on ${processor}’s page and come back here.`,
    "The stake is added to your wallet. The certificate follows.",
    "If you cannot have the stake after all, you get the full amount back.",
  ];
}

export const paymentProblems = {
  "sold-out": { title: "Sold out", text: "No stakes are left in this cask. Nothing was charged." },
  "held-by-others": {
    title: "All stakes are in other checkouts",
    text: "The last stakes are in other checkouts right now. Any that are not paid for go back on sale within 35 minutes. Nothing was charged.",
  },
  "offer-gone": { title: "Just sold", text: "This stake is no longer on offer. Nothing was charged." },
  "offer-held": {
    title: "Someone is buying it right now",
    text: "Another investor is paying for this stake. If they do not finish, it is on offer again within 35 minutes. Nothing was charged.",
  },
  "own-offer": {
    title: "You cannot buy this stake",
    text: "It is your own, or its seller shares a phone number, an email address or a bank account with you. Nothing was charged.",
  },
  "sales-stopped": {
    title: "Sales of this cask are paused",
    text: "No stakes are being sold at the moment. If you have already started a payment, you can still finish it the way you chose. Nothing was charged.",
  },
  closed: {
    title: "Closed",
    text: "Stakes in this cask are no longer sold: its close date has passed, or the whole cask was sold. Nothing was charged.",
  },
  "not-launched": { title: "Not launched yet", text: "You can buy a stake from the launch date on." },
  "not-activated": { title: "Activate your account first", text: "Stakes can be bought once the joining fee is paid." },
  "already-activated": {
    title: "Your account is already activated",
    text: "The joining fee is paid once. There is nothing more to pay.",
  },
  "not-offered": { title: "We do not offer this", text: "The link may be old. Nothing was charged." },
  "provider-refused": {
    title: "The payment provider refused to start the payment",
    text: "Nothing was charged. Please choose the other payment method, or write to customer support.",
  },
  "no-longer-open": { title: "This payment has ended", text: "Nothing was charged. You can start a new one." },
  "still-starting": {
    title: "Your payment is still being started",
    text: "The payment provider is taking a while. We are still holding your stake. Please try again in a few seconds: you will get the same payment.",
  },
  "wrong-price": { title: "The price has changed", text: "Nothing was charged. Please look at the price again." },
  "too-many-open": {
    title: "Too many open payments",
    text: "You have three payments open. Finish or cancel one in your wallet, or wait until they end after 30 minutes.",
  },
  "too-many-starts": {
    title: "Too many payments started",
    text: "Many payments were started from this account or from your network, or this cask was held for you several times today without a payment. Nothing was charged. Please try again later, or finish a payment that is open.",
  },
  closing: {
    title: "Your account will be closed",
    text: "Until then you cannot buy anything. Nothing was charged. If you want to keep the account, tell us first.",
  },
  "provider-down": {
    title: "The payment provider is not answering",
    text: "Nothing was charged. Please try again in a few minutes, or choose the other payment method.",
  },
} as const;

export type PaymentProblem = keyof typeof paymentProblems;

export const refundReasons = {
  "no-stake-left": "Your payment arrived when the stake was no longer held for you, and none were left.",
  "cask-sold": "The whole cask was sold before your payment arrived, so you could not have a stake in it.",
  "already-activated": "Your account was already activated, so the second joining fee goes back to you.",
  "offer-gone": "The stake was no longer on offer when your payment arrived.",
  underpaid: "Less than the price arrived.",
  "wrong-amount": "The amount that arrived does not match the price.",
  "given-back": "We have cancelled this payment.",
  "taken-back": "The payment was reversed at the payment provider.",
} as const;

export type RefundReason = keyof typeof refundReasons;

/** For a payment's stored reason; what the provider took back has one text. */
export function refundReason(stored: string | null): RefundReason {
  return stored !== null && stored in refundReasons ? (stored as RefundReason) : "taken-back";
}

export function refundReasonText(stored: string | null): string {
  return refundReasons[refundReason(stored)];
}

/** What the provider's own page says is paid for. */
export const checkoutDescriptions = {
  "joining-fee": "One-time joining fee",
  stake: `One stake, incl. ${storageIncluded}`,
} as const;

export const paymentTexts = {
  title: "Payment method",
  stakeIn: "One stake in",
  stakeOfInvestor: (number: number) => `Stake ${number}, sold by another investor, in`,
  resale: (price: string, fee: string) => `${price} for the stake and a fee of ${fee}. The seller set the price.`,
  oneTime: "One-time payment",
  toWallet: "Go to wallet",
  amount: "Amount: ",
  activate: "Activate Account",
  keepAccount: "See the details, or keep the account",
  caskDetails: "Cask details",
  allCasks: "See all casks",
  proceed: "Proceed to payment",
  proceeding: "Opening the checkout…",
  next: "What happens next",
} as const;
