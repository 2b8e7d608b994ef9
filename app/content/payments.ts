import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";

export const cryptoRefunds =
  "Copperx has no refunds of its own, so we send crypto payments back by hand, and ask you first for the address of your wallet.";

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
    fees: "Priced in US dollars (USD). The network’s fee is added.",
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

export const refundReasons = {
  "no-stake-left": "Your payment arrived when the stake was no longer held for you, and none were left.",
  "cask-sold": "The whole cask was sold before your payment arrived, so you could not have a stake in it.",
  "already-activated": "Your account was already activated, so the second joining fee goes back to you.",
  underpaid: "Less than the price arrived in time. Please do not send the rest: it would go back to you as well.",
  "wrong-amount": "The amount that arrived does not match the price.",
  "given-back": "We have cancelled this payment.",
  "taken-back": "The payment was reversed at the payment provider.",
} as const;

export type RefundReason = keyof typeof refundReasons;

export function refundReason(stored: string | null): RefundReason {
  return stored !== null && stored in refundReasons ? (stored as RefundReason) : "taken-back";
}

export function refundReasonText(stored: string | null): string {
  return refundReasons[refundReason(stored)];
}

export const checkoutDescriptions = {
  "joining-fee": "One-time joining fee",
  stake: `One stake, incl. ${storageIncluded}`,
} as const;

export const paymentTexts = { title: "Payment method", amount: "Amount: " } as const;
