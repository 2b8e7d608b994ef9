import { formatUsd } from "~/domain/money";
import { advanceTexts } from "./advance-texts";
import { bankTexts } from "./bank-texts";
import { company } from "./company";
import { identityTexts } from "./identity-texts";
import { mailQuiet, mailStop, type MailText, mailText, walletLink } from "./mail-text";
import { withdrawalTexts } from "./wallet";
import { formatInstant } from "./wallet-notes";

// The mails about a withdrawal. An account is named by its last four only.

export type WithdrawalFacts = {
  amountCents: number;
  accountLast4: string;
  /** null: the balance of the wallet. */
  cycle: { caskName: string; number: number } | null;
  /** Its cask was sold: there is no return of it to ask for again. */
  isSold: boolean;
  walletUrl: string;
};

type Stoppable = {
  /** The page with the button that stops it; null for requests older than the page. */
  stopUrl: string | null;
};

const stopLines = ({ stopUrl }: Stoppable) => [
  ...(stopUrl === null ? [] : [mailStop("If this was not you, stop it here", stopUrl)]),
  `${stopUrl === null ? "If this was not you, write" : "Then write"} to ${company.support.email} at once.`,
];

/** What it waits for besides its time; `identityUrl`: where its owner can do something about it. */
type WithdrawalCheck = { identityUrl: string | null };

export function withdrawalRequestedMail(
  facts: WithdrawalFacts & Stoppable & { waitsUntilMs: number | null; check: WithdrawalCheck | null },
): MailText {
  const { waitsUntilMs, check } = facts;
  return mailText(`Withdrawal requested: ${formatUsd(facts.amountCents)}`, [
    `We have your request to pay ${formatUsd(facts.amountCents)} to ${accountName(facts)}. This is for: ${sourceOf(facts)}.`,
    waitsUntilMs === null ? withdrawalTexts.note : withdrawalTexts.waitsFor(formatInstant(waitsUntilMs)),
    ...(check === null ? [] : checkLines(check)),
    ...stopLines(facts),
    // One button: whoever asked for this has nothing to do.
    facts.stopUrl === null ? walletLink(facts.walletUrl) : walletLink(facts.walletUrl, mailQuiet),
  ]);
}

function checkLines({ identityUrl }: WithdrawalCheck) {
  if (identityUrl === null) return [withdrawalTexts.checked];
  return [identityTexts.waits, ...identityTexts.facts.items, mailQuiet(identityTexts.link, identityUrl)];
}

/** For a mailbox that is no longer the account's. */
export function withdrawalWarnedMail(facts: WithdrawalFacts & Stoppable): MailText {
  return mailText(`Withdrawal requested from your former account: ${formatUsd(facts.amountCents)}`, [
    `${formatUsd(facts.amountCents)} from a ${company.brand} account is to be paid to ${accountName(facts)}. We are telling you because this was the account’s email address within the last week.`,
    "If you changed the address and asked for this yourself, there is nothing to do.",
    ...stopLines(facts),
  ]);
}

const cancellers = {
  investor: "It was cancelled in your wallet.",
  "stop-link": "It was stopped with the link in our message about it.",
} as const;

export function withdrawalCancelledMail(facts: WithdrawalFacts, by: keyof typeof cancellers): MailText {
  return mailText(`Withdrawal cancelled: ${formatUsd(facts.amountCents)}`, [
    `The ${formatUsd(facts.amountCents)} to ${accountName(facts)} will not be paid. ${cancellers[by]}`,
    againIn(facts),
    `If this was not you, write to ${company.support.email} at once.`,
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalPaidMail(facts: WithdrawalFacts & { bankReference: string }): MailText {
  return mailText(`Withdrawal paid: ${formatUsd(facts.amountCents)}`, [
    `We have paid ${formatUsd(facts.amountCents)} to ${accountName(facts)}. This was for: ${sourceOf(facts)}.`,
    `Bank reference: ${facts.bankReference}. Your bank may take some time to show it.`,
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalRejectedMail(facts: WithdrawalFacts & { rejectReason: string }): MailText {
  return mailText(`Withdrawal not paid: ${formatUsd(facts.amountCents)}`, [
    `We have not paid the ${formatUsd(facts.amountCents)} you asked for. Reason: ${facts.rejectReason}`,
    againIn(facts),
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalReturnedMail(
  facts: WithdrawalFacts & { returnReason: string; returnReference: string },
): MailText {
  return mailText(`Withdrawal sent back: ${formatUsd(facts.amountCents)}`, [
    `${accountName(facts)} did not take the ${formatUsd(facts.amountCents)} we paid: the money has come back to us. Reason: ${facts.returnReason}. Bank reference: ${facts.returnReference}.`,
    againIn(facts),
    walletLink(facts.walletUrl),
  ]);
}

const againIn = ({ isSold }: WithdrawalFacts) =>
  isSold ? advanceTexts.freed : "Nothing is lost. You can ask for it again in your wallet.";

const accountName = ({ accountLast4 }: WithdrawalFacts) =>
  accountLast4 ? `the bank account ending in ${accountLast4}` : "your bank account";

const sourceOf = ({ cycle }: WithdrawalFacts) =>
  cycle ? bankTexts.withdrawalSource(cycle.caskName, cycle.number) : bankTexts.walletBalance;
