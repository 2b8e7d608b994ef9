import { formatUsd } from "~/domain/money";
import { formatInstant } from "~/domain/instant";
import { stakeCount } from "./bid-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";

export type ClosingFacts = {
  askedAtMs: number;
  closesFromMs: number;
  giveUpStakes: boolean;
  giveUpBalance: boolean;
  stakes: number;
  moneyCents: number;
  tokens: number;
};

export function givenUp({ giveUpStakes, giveUpBalance, stakes, moneyCents, tokens }: ClosingFacts): string[] {
  return [
    ...(giveUpStakes && stakes > 0 ? [stakeCount(stakes)] : []),
    ...(giveUpBalance && moneyCents > 0 ? [`${formatUsd(moneyCents)} in balance and pending rewards`] : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
  ];
}

export function givenUpText(closing: ClosingFacts): string {
  const all = givenUp(closing);
  const given = all.length > 0 ? `You would give up: ${all.join(", ")}.` : "You would give up nothing.";
  const waits = (closing.stakes > 0 && !closing.giveUpStakes) || (closing.moneyCents > 0 && !closing.giveUpBalance);
  return waits
    ? `${given} Before it closes, the stakes you hold have to end and the balance has to be paid out.`
    : given;
}

export const stopClosingTexts = {
  title: "Keep this account?",
  lead: "Someone who was logged in asked us to close the account. If it was not you, stop it.",
  asked: "Asked for",
  closes: "Closes at the earliest",
  given: "Given up with it",
  nothing: "Nothing",
  button: "Keep this account",
  effect: "The account carries on as before, with everything in it.",
  heads: {
    stopped: { look: "gain", title: "The account stays open", text: "It carries on as before." },
    closed: { look: "error", title: "The account is already closed", text: "This can no longer be stopped." },
  },
} as const;

export const closingNotice = {
  text: (from: string) => `This account will be closed on ${from} at the earliest.`,
  link: "See what that means, or keep it",
} as const;

export const closingTexts = {
  title: "Close account",
  lead: "Closing erases what we know about you. It cannot be undone.",
  erased: {
    title: "What is erased",
    items: [
      "Name, address, email address, phone number and bank details, including earlier ones and those of past withdrawals.",
      "The PDF files of your certificates, because they show your name. A copy you kept can still be checked by its code, as long as the stake is yours.",
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
  waits: {
    title: "There is a week’s wait first",
    text: "An account that holds anything, tokens included, closes no earlier than 7 days after you ask, or 14 days if your email address or phone number has changed in the last 30 days. We write at once to all your email addresses and phone numbers, and to any you had in the last 30 days, with a link that stops it. Until it closes, you can also change your mind here. You cannot buy anything in the meantime, but you can withdraw what is in your wallet.",
  },
  tooMany: "You have asked for this too often today. Ask again tomorrow.",
  stakes: {
    legend: (count: number) => `Your ${stakeCount(count)}`,
    hold: "Hold them",
    holdHint:
      "The account stays open until the last one has ended and its proceeds are paid out. Then it closes by itself.",
    giveUp: "Give them up",
    giveUpHint:
      "They end when the account is closed, their certificates are no longer valid, and you get nothing for them. They are not sold again.",
  },
  balance: {
    legend: (amount: string) => `Your balance and pending rewards of ${amount}`,
    payOut: "Have them paid out first",
    payOutHint: "Withdraw the balance in your wallet. The account closes by itself once nothing is left.",
    giveUp: "Give them up",
    giveUpHint: "They go to us, and you get nothing for them.",
  },
  later: {
    payments: "A payment is still open or was started within the last day: the account closes once it is over.",
    withdrawals: "A withdrawal is in progress: the account closes once it is decided.",
    proceeds: (amount: string) =>
      `${amount} from stakes you sold is not in your wallet yet: the account closes once it has been credited, and paid out or given up with the rest.`,
  },
  understood: "I understand that this cannot be undone.",
  tickFirst: "Tick the box to continue.",
  close: "Close my account",
  waiting: {
    title: "Your account is waiting to be closed",
    lead: (fromMs: number) =>
      `It closes by itself on ${formatInstant(fromMs)} at the earliest, and only once none of this is left:`,
    leadEmpty: "It closes by itself once none of this is left:",
    given: "Given up with it:",
    told: "We have written to every email address and phone number of your account, with a link that stops it.",
    stakes: (count: number) => `${stakeCount(count)} to end`,
    balance: (amount: string) => `${amount} to be paid out`,
    payments: "a payment that is not finished yet",
    withdrawals: "a withdrawal in progress",
    proceeds: (amount: string) => `${amount} from stakes you sold to be credited to your wallet`,
    soon: "Nothing: it closes within minutes.",
    waitOnly: (fromMs: number) => `It closes by itself on ${formatInstant(fromMs)}.`,
    toWallet: "To your wallet",
    keep: "Keep my account",
  },
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
