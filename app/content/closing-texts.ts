import { formatUsd } from "~/domain/money";
import { stakeCount } from "./bid-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";

export const closingTexts = {
  title: "Close account",
  lead: "Closing erases what we know about you. It cannot be undone.",
  erased: {
    title: "What is erased",
    items: [
      "Name, address, email address, phone number and bank details, including earlier ones and those of past withdrawals.",
      "The PDF files of your certificates, because they show your name.",
      "All logins: you are logged out everywhere.",
    ],
  },
  kept: {
    title: "What stays, without your name",
    items: [
      "Payments, stakes, withdrawals and bookings, with a number in place of your name, for seven years, as the law requires.",
      "The record of who did what, with numbers instead of names.",
      "What payment providers and the bank must keep by law about the payments themselves.",
    ],
  },
  tokens: "Tokens have no cash value. They end with the account.",
  left: {
    title: "What has to end first",
    lead: "An account closes once it holds neither stakes nor money, so that no one can take them from you.",
    stakes: (count: number) => `${stakeCount(count)}: sell them, or wait until the cask is sold.`,
    moneyCents: (cents: number) => `${formatUsd(cents)} in balance and pending rewards: withdraw the balance.`,
    proceeds: () => "The proceeds of a stake you sold are not in your wallet yet.",
    withdrawals: () => "A withdrawal is in progress.",
    payments: () => "A payment is still open, or was started within the last day.",
    certificates: () => "A certificate is still being written. This takes a few minutes.",
    waysOut: "Ways out of a stake",
    toWallet: "To your wallet",
  },
  understood: "I understand that this cannot be undone.",
  tickFirst: "Tick the box to continue.",
  close: "Close my account",
  operator: "Another operator has to close an operator’s account.",
} as const;

export const stopTexts = {
  title: "Stop this withdrawal?",
  lead: "Someone with access to the account asked us to pay this out. If it was not you, stop it.",
  amount: "Amount",
  account: "To the account",
  asked: "Asked for",
  button: "Stop this withdrawal",
  effect: "The money stays in the account. Its owner can ask for it again.",
  sent: {
    title: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}`,
    text: "It can no longer be stopped here. If the bank has not paid it yet, we can still call it back.",
    ask: "Ask us to hold it back",
    asked: "You have told us that it was not you. We will hold it back if the bank has not paid it yet.",
  },
  heads: {
    cancelled: {
      look: "gain",
      title: "The withdrawal is stopped",
      text: "Nothing is paid. The money stays in the account.",
    },
    paid: { look: "error", title: "It has already been paid", text: "It can no longer be stopped here." },
    returned: {
      look: "gain",
      title: "The bank sent it back",
      text: "The money is in the account again.",
    },
    rejected: { look: "gain", title: "It was not paid", text: "We had already refused it." },
    unknown: {
      look: "unknown",
      title: "We do not know this link",
      text: "Open it exactly as it appears in the message.",
    },
  },
  write: { title: "Is someone else in your account?", text: "Write to us at once: " },
} as const;
