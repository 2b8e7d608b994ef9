import { cryptoRefunds } from "./payments";

const takenBack = { "joining-fee": "Your account is no longer activated, and you no longer have the tokens for it." };

export const reversalEffects = {
  refunded: {
    ...takenBack,
    stake:
      "The stake is no longer yours, its certificate is no longer valid, and you no longer have the tokens for it.",
  },
  disputed: {
    ...takenBack,
    stake: "The stake is on hold, its certificate is no longer valid, and you no longer have the tokens for it.",
  },
  settled: {
    "joining-fee": "Your account is activated, and the tokens for it are yours again.",
    stake:
      "The stake and the tokens for it are yours again, and a new certificate is being made. The old one stays invalid.",
  },
} as const;

export const notSettledTexts = {
  failed: { title: "The payment failed", text: "The provider did not accept the payment. You have not paid." },
  expired: { title: "The payment has expired", text: "It was not finished within 30 minutes. You have not paid." },
  cancelled: {
    stake: { title: "The payment was cancelled", text: "You have not paid, and no stake is held for you." },
    "joining-fee": { title: "The payment was cancelled", text: "Nothing was charged." },
  },
} as const;

export const outcomeTexts = {
  tryAgain: "Try again",
  back: "Back",
  goOn: "Continue",
  toWallet: "Go to wallet",
} as const;

export const refundTexts = {
  title: { done: "Your money has been refunded", inProgress: "Your money is on its way back" },
  states: { done: "Refunded", inProgress: "In progress" },
  whereTexts: {
    card: "The card you paid with",
    crypto: "The wallet address you give us",
    "by-hand": "The account we agreed on with you",
  },
  next: {
    card: {
      inProgress: "You do not need to do anything. Banks usually show a refund within 5 to 10 days.",
      done: "You do not need to do anything. Banks usually show a refund within 5 to 10 days.",
    },
    crypto: { inProgress: cryptoRefunds, done: "We have sent it by hand." },
    "by-hand": {
      inProgress: "We send it by hand.",
      done: "We have sent it by hand, because your card did not accept it.",
    },
  },
} as const;

export const disputeTexts = {
  open: {
    title: "Your payment is in dispute",
    text: "The bank that issued the card has been asked to reverse the payment, and has not decided yet.",
    state: "In dispute",
    next: "If the bank decides that the payment stands, you get back what it bought.",
  },
  lost: {
    title: "Your payment was reversed in a dispute",
    text: "The bank that issued the card has decided to return the money to the card. It comes from the bank and is not a refund from us.",
    state: "Dispute ended",
    next: "You do not need to do anything.",
  },
  amount: "Amount in dispute",
  state: "State",
  effect: reversalEffects.disputed,
  support: "If you did not dispute this payment, please write to customer support.",
} as const;

export const settledTexts = {
  bought: { stake: "Stake added to your account", "joining-fee": "Joining fee successfully paid" },
  certificate: "Certificate",
} as const;

export const waitingTexts = {
  notLostText: (amount: string) =>
    `You can close this page. Either what you bought appears in your wallet, or you get all ${amount} back. Please do not pay again.`,
  part: "If you sent less USDT than the price, send the rest on the payment page within 30 minutes. Otherwise we send back what arrived.",
} as const;

const stillOpen = (minutes: number) =>
  `You can still finish this payment for ${minutes === 1 ? "1 minute" : `${minutes} minutes`}, or cancel it.`;

export const unsuccessfulTexts = {
  ended: { closing: "Cancelling the payment…", over: "The payment is cancelled" },
  title: "Payment unsuccessful",
  text: "Check the details you submitted. You can try again.",
  wentBack: "You went back. Nothing was charged.",
  cancel: "Cancel this payment",
  open: {
    stake: (minutes: number) => `${stillOpen(minutes)} Until then we hold the stake for you.`,
    "joining-fee": (minutes: number) => stillOpen(minutes),
  },
  closing: {
    stake:
      "We are cancelling it. The stake will be available again as soon as the payment provider has closed the payment.",
    "joining-fee": "We are cancelling it. This will be done as soon as the payment provider has closed the payment.",
  },
  over: {
    stake: "Nothing was charged, and no stake is held for you now.",
    "joining-fee": "Nothing was charged. Your account is not activated by this payment.",
  },
  perhapsCharged: {
    Bank: "If your bank shows a charge, we will confirm it or return it. You do not need to do anything.",
    Crypto:
      "If you have already sent USDT, your purchase goes through once all of it has arrived, if it is still available. Otherwise we send it back. We will tell you which.",
  },
  late: {
    Bank: "If your bank still shows a pending charge, it will disappear by itself within a few days.",
    Crypto:
      "Please do not send any more USDT for this payment. If the whole price still arrives, your purchase goes through, if it is still available. Otherwise we send it back. We will tell you which.",
  },
} as const;
