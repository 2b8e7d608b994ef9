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
  const { kind, caskName, soldOn, stakes, netPerStakeCents, shareCents, advancedCents, creditCents, walletUrl } = facts;
  const each = `${stakes === 1 ? "your stake" : `each of your ${stakes} stakes`} is worth ${formatUsd(netPerStakeCents)}`;
  return mailText(`${caskName}: ${formatUsd(creditCents)} for your ${stakes === 1 ? "stake" : "stakes"}`, [
    `${whatHappened[kind](caskName, formatDate(soldOn))} After fees, ${each}.`,
    ...(advancedCents > 0
      ? [
          advanceTexts.credited({ shareCents, advancedCents, creditCents }),
          ...(creditCents > 0 ? ["You can withdraw it in your wallet."] : []),
        ]
      : [
          `${formatUsd(creditCents)} ${creditCents === 0 ? "is credited: nothing was left after fees." : "is credited to your wallet. You can withdraw it there."}`,
        ]),
    `Your ${stakes === 1 ? "stake has" : "stakes have"} ended, and the ${stakes === 1 ? "certificate says" : "certificates say"} so. There are no further returns. A return that you have asked for already is paid as requested.`,
    walletLink(walletUrl),
  ]);
}
