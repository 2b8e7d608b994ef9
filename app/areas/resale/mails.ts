import { mailText, type MailText, walletLink } from "~/content/mail-text";
import type { OfferEnd } from "~/domain/offers";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";

export type OfferFacts = {
  caskName: string;
  stakeNumber: number;
  totalStakes: number;
  priceCents: number;
  feeCents: number;
  advancedCents: number | null;
  creditCents: number | null;
  expiresAtMs: number;
  payableFromMs: number | null;
  endReason: OfferEnd | null;
  endNote: string | null;
  stakeUrl: string;
  walletUrl: string;
};

const stakeOf = ({ caskName, stakeNumber, totalStakes }: OfferFacts) =>
  `stake ${stakeNumber} of ${totalStakes} in ${caskName}`;
const day = (atMs: number | null) => formatDate(dateOf(atMs ?? 0));

export const offerMadeMail = (facts: OfferFacts): MailText =>
  mailText(`On offer for ${formatUsd(facts.priceCents)}: ${facts.caskName}`, [
    `Your ${stakeOf(facts)} is on offer to other investors for ${formatUsd(facts.priceCents)}, until ${day(facts.expiresAtMs)}. Nobody has to buy it.`,
    "If you did not do this, end the offer on the page of the stake and write to us.",
    walletLink(facts.stakeUrl),
  ]);

export const offerSoldMail = (facts: OfferFacts): MailText =>
  mailText(`Sold for ${formatUsd(facts.priceCents)}: ${facts.caskName}`, [
    `Another investor has bought your ${stakeOf(facts)}. Your certificate for it is void.`,
    {
      figures: [
        ["Price", formatUsd(facts.priceCents)],
        ["Fee", `-${formatUsd(facts.feeCents)}`],
        ...(facts.advancedCents ? ([["Returns already paid", `-${formatUsd(facts.advancedCents)}`]] as const) : []),
        ["You get", formatUsd(facts.creditCents ?? 0)],
        ["Available on", day(facts.payableFromMs)],
      ],
    },
    "Until then the money is on hold. If the buyer's payment is reversed before that day, you get the stake back instead.",
    walletLink(facts.walletUrl),
  ]);

export const proceedsAvailableMail = (facts: OfferFacts): MailText =>
  mailText(`${formatUsd(facts.creditCents ?? 0)} is available in your wallet`, [
    `${formatUsd(facts.creditCents ?? 0)} for your ${stakeOf(facts)} is in your wallet. You can withdraw it.`,
    walletLink(facts.walletUrl),
  ]);

export const saleUndoneMail = (facts: OfferFacts): MailText =>
  mailText(`The stake is yours again: ${facts.caskName}`, [
    `The buyer's payment for your ${stakeOf(facts)} was reversed while the money was on hold. The stake is yours again, and a new certificate is being made.`,
    `The ${formatUsd(facts.creditCents ?? 0)} that was on hold is no longer due to you. You can offer the stake again.`,
    walletLink(facts.stakeUrl),
  ]);

const because: Record<OfferEnd, string> = {
  seller: "You ended it.",
  expired: "Nobody took it in time.",
  valued: "The cask has been valued again. You can offer the stake again.",
  bid: "Somebody bids for the whole cask, and its holders vote on it.",
  "cask-sold": "The whole cask was sold or bought back.",
  closing: "The account is to be closed.",
  frozen: "The payment with which you bought the stake was reversed or is in dispute.",
  operator: "We ended it.",
};

export const offerEndedMail = (facts: OfferFacts): MailText =>
  mailText(`Your offer has ended: ${facts.caskName}`, [
    `Your offer of ${stakeOf(facts)} for ${formatUsd(facts.priceCents)} has ended. ${because[facts.endReason ?? "seller"]}`,
    ...(facts.endNote ? [facts.endNote] : []),
    "You still hold the stake unless we have told you otherwise.",
    walletLink(facts.stakeUrl),
  ]);
