import { formatDate, dateOf } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { stakeCount } from "./stake-count";

// Two accounts of one person become one: what operators read, and the page behind the link that stops it.

type Sums = { stakes: number; walletCents: number; pendingCents: number; tokens: number };

export const mergerTexts = {
  title: "Merge with another account",
  lead: "For a person with two accounts. This account stays. What the other one holds moves here, and the other one is closed. Another operator has to confirm it.",
  other: "The other account",
  otherHint: "Its number, email address or phone number.",
  find: "Show what would move",
  preview: {
    title: (name: string) => `What would move from ${name}`,
    account: "Account to be closed",
    contact: "Reached at",
    stakes: "Stakes",
    wallet: "Wallet",
    pending: "Rewards pending",
    tokens: "Tokens",
    certificates: "Certificates to be replaced",
    others: "Also",
    alsoOf: (watches: number, threads: number) =>
      `${watches === 1 ? "1 watched cask" : `${watches} watched casks`}, ${threads === 1 ? "1 open support request" : `${threads} open support requests`}`,
    stays:
      "Payments, withdrawals and past bookings stay with the account that made them. Bank details, notes and logins do not move.",
    from: (fromMs: number) => `On ${formatDate(dateOf(fromMs))} at the earliest.`,
    atOnce: "The other account holds nothing: it is closed within minutes of the confirmation.",
  },
  documents: "The two names differ: I have seen documents that show they belong to one person.",
  reason: "Reason",
  reasonHint: "How we know that it is one person. For operators only.",
  effects: [
    "tells every email address and phone number of both accounts, with a link that stops it",
    "needs another operator to confirm it within 7 days",
    "then happens by itself after the wait, as soon as nothing is under way at either account",
    "certificates in another name become void, and new ones take their place",
  ],
  effectsTitle: "What this does",
  propose: "Propose this merger",
  confirmed: {
    title: "Merger confirmed",
    text: (fromMs: number) =>
      `It happens by itself from ${formatDate(dateOf(fromMs))} on, as soon as nothing is under way at either account, unless somebody stops it.`,
    stop: "Stop this merger",
  },
  here: "becomes part of this account",
  there: "this account becomes part of it",
  otherAccount: (name: string | null, id: string) => name ?? id,
  was: {
    here: (day: string, sums: Sums) => `Part of this account since ${day}, with ${sumsOf(sums)}:`,
    there: (day: string, sums: Sums) => `This account is part of another since ${day}, with ${sumsOf(sums)}:`,
    stopped: (day: string) => `A merger was stopped on ${day}:`,
  },
  errors: {
    other_account: "Enter the number, email address or phone number of the other account.",
    merge_reason: "Enter the reason, at most 200 characters.",
    "same-account": "That is this same account.",
    "no-such-account": "There is no open account with that number, email address or phone number.",
    staff: "One of the two belongs to somebody who works here: such an account is not merged.",
    "account-suspended": "One of the two accounts is suspended. Lift the suspension first.",
    "received-before":
      "Another account has already become part of that one, so it stays. Open its page and merge this account into it.",
    "other-way-round":
      "The other account has paid its joining fee and this one has not. Open the page of the other one and merge this account into it.",
    "account-closing": "One of the two accounts is being closed.",
    "in-dispute": "One of the two accounts has a disputed payment, a frozen stake or a debt. That has to end first.",
    "under-way":
      "Something is under way at one of the two accounts: a checkout of the last day, a payment, a withdrawal, an order, a sale being credited or a certificate being made. It has to end first.",
    "top-up-young":
      "The other account has topped up its wallet within the last 120 days, and that payment can still be disputed.",
    "reward-between":
      "One of the two accounts invited the other, and the reward is still waiting. Decide about it first.",
    documents: "The two names differ: confirm that you have seen documents.",
    "waits-already": "Something about one of the two accounts already waits for a second operator or for its day.",
  },
} as const;

function sumsOf({ stakes, walletCents, pendingCents, tokens }: Sums): string {
  const all = [
    ...(stakes > 0 ? [stakeCount(stakes)] : []),
    ...(walletCents > 0 ? [`${formatUsd(walletCents)} in the wallet`] : []),
    ...(pendingCents > 0 ? [`${formatUsd(pendingCents)} in pending rewards`] : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
  ];
  return all.length === 0 ? "nothing in it" : all.join(", ");
}

export const stopMergerTexts = {
  title: "Keep the two accounts apart?",
  lead: "Our staff are about to merge two accounts that belong to the same person, as far as we know. If they are not both yours, or if you do not want this, stop it.",
  proposed: "Proposed",
  merges: "Happens at the earliest",
  button: "Keep the accounts apart",
  effect: "Both accounts carry on as before, with everything in them.",
  heads: {
    stopped: { look: "gain", title: "The accounts stay apart", text: "Both carry on as before." },
    over: { look: "gain", title: "This was not carried out", text: "Both accounts carry on as before." },
    merged: { look: "error", title: "The accounts are already one", text: "This can no longer be stopped here." },
  },
} as const;
