import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { type MailText, mailText, walletLink } from "./mail-text";
import { riskTexts } from "./risk-texts";

export type ValuationFacts = {
  caskName: string;
  stakes: number;
  valueCents: number;
  valuedOn: string;
  tier: string;
  method: string;
  source: string;
  /** Whether it takes the place of an entry that was mistaken. */
  corrects: boolean;
  walletUrl: string;
};

/** Subject and text of the mail to a holder whose cask was valued. */
export function newValuationMail(facts: ValuationFacts): MailText {
  const { caskName, stakes, valueCents, valuedOn, tier, method, source, corrects, walletUrl } = facts;
  const value = formatUsd(valueCents);
  const held = stakes === 1 ? "You hold one stake in it." : `You hold ${stakes} stakes in it.`;
  return mailText(`${corrects ? "Corrected valuation" : "New valuation"}: ${value} a stake, ${caskName}`, [
    `One stake in ${caskName} is valued at ${value} as of ${formatDate(valuedOn)}. ${held}`,
    ...(corrects ? ["This corrects an earlier valuation, which no longer counts."] : []),
    `Kind of valuation: ${tier}. Method: ${method}. Source: ${source}.`,
    `This is what the cask may be worth, not what it will bring when it is sold. ${riskTexts.short}`,
    walletLink(walletUrl),
  ]);
}

export type ReadyReturn = { caskName: string; stakes: number; amountCents: number; walletUrl: string };

/** Subject and text of the mail to a holder whose stakes have ended a cycle with a gain. */
export function returnReadyMail({ caskName, stakes, amountCents, walletUrl }: ReadyReturn): MailText {
  const whose = stakes === 1 ? "Your stake" : `${stakes} of your stakes`;
  return mailText(`${formatUsd(amountCents)} is ready for you: ${caskName}`, [
    `${whose} in ${caskName} ${stakes === 1 ? "has" : "have"} completed a cycle of 24 months. You can ask for ${formatUsd(amountCents)} now.`,
    "There is no hurry: a return waits until you ask for it, and you keep the stake. Whatever we pay you now is deducted from what the stake brings when the cask is sold.",
    walletLink(walletUrl),
  ]);
}
