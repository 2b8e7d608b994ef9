import { formatUsd } from "~/domain/money";
import { stakeCount } from "./bid-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";

export const closingTexts = {
  title: "Close account",
  erased: [
    "Name, address, email address, phone number and bank details, including earlier ones and those of past withdrawals.",
    "The PDF files of your certificates, because they show your name.",
    "All logins: you are logged out everywhere.",
  ],
  kept: [
    "Payments, stakes, withdrawals and bookings, with a number in place of your name, for seven years, as the law requires.",
    "The record of who did what, with numbers instead of names.",
    "What payment providers and the bank must keep by law about the payments themselves.",
  ],
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
} as const;

export const stopTexts = {
  button: "Stop this withdrawal",
  sent: { title: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}` },
  heads: {
    cancelled: {
      look: "gain",
      title: "The withdrawal is stopped",
      text: "Nothing is paid. The money stays in the account.",
    },
    paid: { look: "error", title: "It has already been paid", text: "It can no longer be stopped here." },
    returned: { look: "gain", title: "The bank sent it back", text: "The money is in the account again." },
    rejected: { look: "gain", title: "It was not paid", text: "We had already refused it." },
    unknown: {
      look: "unknown",
      title: "We do not know this link",
      text: "Open it exactly as it appears in the message.",
    },
  },
} as const;
