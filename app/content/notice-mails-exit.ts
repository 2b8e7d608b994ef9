import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { advanceTexts } from "./advance-texts";
import { company } from "./company";
import { type MailText, mailText, walletLink } from "./mail-text";

// The mail about the end of a cask.

type CaskSold = {
  kind: "sale" | "buy-back";
  caskName: string;
  soldOn: string;
  stakes: number;
  netPerStakeCents: number;
  /** Of all their stakes: what the sale brought, what was advanced on it, and what is credited. */
  shareCents: number;
  advancedCents: number;
  creditCents: number;
  walletUrl: string;
};

const whatHappened = {
  sale: (cask: string, on: string) => `${cask} was sold on ${on}.`,
  "buy-back": (cask: string, on: string) => `${company.brand} bought ${cask} back on ${on}.`,
} as const;

export function caskSoldMail(facts: CaskSold): MailText {
  const { kind, caskName, soldOn, stakes, netPerStakeCents, creditCents, walletUrl } = facts;
  const each = `${stakes === 1 ? "your stake" : `each of your ${stakes} stakes`} brought ${formatUsd(netPerStakeCents)}`;
  return mailText(`${caskName}: ${formatUsd(creditCents)} for your ${stakes === 1 ? "stake" : "stakes"}`, [
    `${whatHappened[kind](caskName, formatDate(soldOn))} After fees, ${each}.`,
    ...credited(facts),
    `Your ${stakes === 1 ? "stake has" : "stakes have"} ended, and ${stakes === 1 ? "its certificate says" : "their certificates say"} so. There will be no further returns. Any return you have already requested will still be paid.`,
    walletLink(walletUrl),
  ]);
}

function credited({ shareCents, advancedCents, creditCents }: CaskSold): string[] {
  const withdraw = creditCents > 0 ? ["You can withdraw it from your wallet."] : [];
  if (advancedCents > 0) return [advanceTexts.credited({ shareCents, advancedCents, creditCents }), ...withdraw];
  if (creditCents === 0) return [`${formatUsd(0)} is credited: nothing was left after fees.`];
  return [`${formatUsd(creditCents)} is credited to your wallet.`, ...withdraw];
}
