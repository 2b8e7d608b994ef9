import { formatUsd } from "~/domain/money";
import { formatInstant } from "~/domain/instant";
import { stakeCount } from "./stake-count";

// Words of the pages that close an account, and that stop it. What it promises is what app/areas/accounts/closing does.

/** What a closing's page shows to those who may stop it: figures, and no names. */
export type ClosingFacts = {
  askedAtMs: number;
  closesFromMs: number;
  giveUpStakes: boolean;
  giveUpBalance: boolean;
  stakes: number;
  moneyCents: number;
  tokens: number;
};

/** What there is to be given up, as it is now. */
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
  return waits ? `${given} Before it closes, the stakes you hold have to end and the balance is paid out.` : given;
}

export const stopClosingTexts = {
  title: "Keep this account?",
  lead: "Someone who was signed in asked us to close the account. If it was not you, stop it.",
  asked: "Asked for",
  closes: "Closes at the earliest",
  given: "Given up with it",
  nothing: "Nothing",
  button: "Stop the closing",
  effect: "The account goes on as it was, with all that it holds.",
  heads: {
    stopped: { look: "gain", title: "The closing is stopped", text: "The account goes on as it was." },
    closed: { look: "error", title: "The account is closed already", text: "It can no longer be stopped here." },
  },
} as const;

/** In Settings, while a closing waits: apart, because that page is sent to the browser with its words. */
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
      "The PDF files of your certificates, which hold your name. A copy of yours can still be checked by its code, as long as its stake is yours.",
      "All logins: you are signed out everywhere.",
    ],
  },
  kept: {
    title: "What stays, without your name",
    items: [
      "Payments, stakes, withdrawals and bookings, with a number in place of you: for seven years, as the law requires.",
      "The record of who did what, with numbers instead of names.",
      "What the payment providers and the bank know by law from the payments themselves.",
    ],
  },
  tokens: "Tokens have no value in money. They end with the account.",
  waits: {
    title: "It waits for a week first",
    text: "An account that holds anything, tokens included, is closed 7 days after you ask at the earliest, or 14 days if your email address or phone number has changed within the last 30. We write at once to all your email addresses and phone numbers, and to those of the last 30 days, with a link that stops it. Until then you can also keep the account here. You can buy nothing while it waits, but you can withdraw what is in your wallet.",
  },
  tooMany: "You have asked for this too often today. Ask again tomorrow.",
  stakes: {
    legend: (count: number) => `Your ${stakeCount(count)}`,
    hold: "Hold them",
    holdHint:
      "The account stays open until the last one has ended and what it brought is paid out. Then it closes by itself.",
    giveUp: "Give them up",
    giveUpHint:
      "They end when the account is closed, their certificates become void, and you get nothing for them. They are not sold again.",
  },
  balance: {
    legend: (amount: string) => `Your balance and pending rewards of ${amount}`,
    payOut: "Have them paid out first",
    payOutHint: "Withdraw the balance in your wallet. The account closes by itself once nothing is left.",
    giveUp: "Give them up",
    giveUpHint: "They go to us, and you get nothing for them.",
  },
  later: {
    payments: "A payment is still open or was begun within the last day: the account closes when it is over.",
    withdrawals: "A withdrawal is under way: the account closes when it is decided.",
    orders:
      "Your orders in the market are withdrawn when you ask, and you can place no others. One whose round closes within a day stands: the account closes once that round is over.",
    proceeds: (amount: string) =>
      `${amount} from stakes you sold in the market is not in your wallet yet: the account closes once it has been credited, and paid out or given up with the rest.`,
  },
  understood: "I understand that this cannot be undone.",
  tickFirst: "Tick the box to go on.",
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
    payments: "a payment that is not over yet",
    withdrawals: "a withdrawal that is under way",
    orders: "an order in the market whose round is not over yet",
    proceeds: (amount: string) => `${amount} from the market to be credited to your wallet`,
    soon: "Nothing: it closes within minutes.",
    waitOnly: (fromMs: number) => `It closes by itself on ${formatInstant(fromMs)}.`,
    toWallet: "To your wallet",
    keep: "Keep my account",
  },
  operator: "The account of an operator is closed by another operator.",
} as const;
