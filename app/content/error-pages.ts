import { inHowLong } from "./messages";

const noMoney = "No money moved because of this.";
const paymentsGoOn =
  "If you were paying, do not pay again. A completed payment shows in your wallet by itself or is refunded in full.";
const home = { href: "/", label: "Go to the start page" };

export const errorPages = {
  "not-found": {
    look: "unknown",
    title: "This page does not exist",
    happened: "The address may be mistyped, or the page has moved.",
    money: null,
    action: home,
  },
  forbidden: {
    look: "locked",
    title: "You cannot open this",
    happened: "The request did not come from one of our pages, or it is about another person’s account.",
    money: noMoney,
    action: home,
  },
  "not-read": {
    look: "unknown",
    title: "We could not read this",
    happened: "What was sent is not what our pages send, or it is too large.",
    money: noMoney,
    action: home,
  },
  "too-many": {
    look: "waiting",
    title: "Too many tries",
    happened: "We stopped here to protect the account. Wait a little, then try again.",
    money: noMoney,
    action: home,
  },
  server: {
    look: "error",
    title: "Something went wrong",
    happened: "The mistake is ours. We have a record of it.",
    money: paymentsGoOn,
    action: { href: "/wallet", label: "Go to wallet" },
  },
  busy: {
    look: "waiting",
    title: "We are very busy",
    happened: "Too much is going on at once. Please try again in a minute.",
    money: paymentsGoOn,
    action: { href: "/wallet", label: "Go to wallet" },
  },
  offline: {
    look: "waiting",
    title: "You are offline",
    happened: "We cannot be reached from your device. Check the connection, then load the page again.",
    money: `${noMoney} ${paymentsGoOn}`,
    action: { href: "", label: "Try again" },
  },
} as const;

export type ErrorPageKind = keyof typeof errorPages;

const KINDS: Partial<Record<number, ErrorPageKind>> = {
  400: "not-read",
  401: "forbidden",
  403: "forbidden",
  404: "not-found",
  405: "not-found",
  413: "not-read",
  429: "too-many",
  503: "busy",
};

export function errorPageOf(status: number): ErrorPageKind {
  return KINDS[status] ?? "server";
}

export const errorTexts = {
  retryIn: (seconds: number) => `You can try again ${inHowLong(seconds * 1000)}.`,
  allCasks: { href: "/invest", label: "All casks" },
} as const;
