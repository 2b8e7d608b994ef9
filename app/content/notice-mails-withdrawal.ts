import { formatUsd } from "~/domain/money";
import { bankTexts } from "./bank-texts";
import { company } from "./company";
import { type MailText, mailText } from "./mail-text";
import { withdrawalTexts } from "./wallet";
import { formatInstant } from "./wallet-notes";

// The mails about a withdrawal. An account is named by its last four only.

export type WithdrawalFacts = {
  amountCents: number;
  accountLast4: string;
  /** null: the balance of the wallet. */
  cycle: { caskName: string; number: number } | null;
  walletUrl: string;
};

export function withdrawalRequestedMail(facts: WithdrawalFacts & { waitsUntilMs: number | null }): MailText {
  const { waitsUntilMs } = facts;
  return mailText(`Withdrawal requested: ${formatUsd(facts.amountCents)}`, [
    `We have your request to be paid ${formatUsd(facts.amountCents)} to ${accountName(facts)}. It is for: ${sourceOf(facts)}.`,
    waitsUntilMs === null ? withdrawalTexts.note : withdrawalTexts.waitsForBankDetails(formatInstant(waitsUntilMs)),
    `If this was not you, write to ${company.support.email} at once.`,
    `Your wallet: ${facts.walletUrl}`,
  ]);
}

export function withdrawalPaidMail(facts: WithdrawalFacts & { bankReference: string }): MailText {
  return mailText(`Withdrawal paid: ${formatUsd(facts.amountCents)}`, [
    `We have paid ${formatUsd(facts.amountCents)} to ${accountName(facts)}. It was for: ${sourceOf(facts)}.`,
    `Bank reference: ${facts.bankReference}. Your bank may take some time to show it.`,
    `Your wallet: ${facts.walletUrl}`,
  ]);
}

export function withdrawalRejectedMail(facts: WithdrawalFacts & { rejectReason: string }): MailText {
  return mailText(`Withdrawal not paid: ${formatUsd(facts.amountCents)}`, [
    `We have not paid the ${formatUsd(facts.amountCents)} you asked for. The reason: ${facts.rejectReason}`,
    "Nothing is lost. You can ask for it again in your wallet.",
    `Your wallet: ${facts.walletUrl}`,
  ]);
}

const accountName = ({ accountLast4 }: WithdrawalFacts) =>
  accountLast4 ? `the bank account ending in ${accountLast4}` : "your bank account";

const sourceOf = ({ cycle }: WithdrawalFacts) =>
  cycle ? bankTexts.withdrawalSource(cycle.caskName, cycle.number) : bankTexts.walletBalance;
