import { SUPPORT_PATH, WITHDRAW_PATH } from "~/content/page-paths";
import type { OfferedStake } from "~/core/resale";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatRate, formatUsd } from "~/domain/money";
import { FIRST_DAYS, OFFER_DAYS, usualHoldDays } from "~/domain/offers";
import type { EndOutcome } from "./end-offer";

type Refusal = { text: string; link?: { href: string; label: string } };
const support = { href: SUPPORT_PATH, label: "Write to us" };

export const sellTexts = {
  title: "Sell this stake",
  lead: `Offer it to other investors at your price. No one has to buy it. An offer that no one takes ends after ${OFFER_DAYS} days, or when the cask is valued again.`,
  price: "Price in dollars",
  band: (least: number, most: number, hasValue: boolean) =>
    `Whole dollars, from ${formatUsd(least)} to ${formatUsd(most)}: half of ${hasValue ? "the last valuation" : "what you paid"} to 10% above it.`,
  basis: (hasValue: boolean) => (hasValue ? "Last valuation" : "You paid"),
  wrong: "This price is not in whole dollars within the limits below.",
  preview: "See what you get",
  median: (days: number | null) =>
    days === null
      ? "No stake has been sold between investors yet."
      : `Half of the stakes that were sold took ${days === 1 ? "1 day" : `${days} days`} or less.`,
  rows: {
    price: "Your price",
    fee: (basisPoints: number) => `Fee, ${formatRate(basisPoints)}`,
    advanced: "Returns already paid to you",
    credit: "You get",
  },
  hold: `The money is on hold for ${usualHoldDays.card} days if the buyer pays by card, and for ${usualHoldDays.crypto} days with crypto. If the buyer’s payment is reversed meanwhile, you get the stake back instead.`,
  confirm: (cents: number) => `Offer it for ${formatUsd(cents)}`,
  onOffer: (cents: number, expiresAtMs: number) =>
    `On offer for ${formatUsd(cents)} until ${formatDate(dateOf(expiresAtMs))}. Meanwhile you cannot ask for its return.`,
  offered: (cents: number) => `On offer to other investors for ${formatUsd(cents)}.`,
  end: "End the offer",
  ended: {
    "being-bought": "Someone is paying for it right now. Try again in 35 minutes.",
    sold: "It has just been sold.",
    none: "It is not on offer.",
  } satisfies Record<Exclude<EndOutcome, "ended">, string>,
} as const;

const refusals = {
  "not-open": { text: "Coming soon: investors cannot sell to each other yet where you are." },
  "not-yours": { text: "This stake cannot be offered.", link: support },
  "on-offer": { text: "It is on offer already." },
  frozen: { text: "The payment for this stake is in dispute or was reversed.", link: support },
  "too-new": { text: `A stake can be offered ${FIRST_DAYS} days after it was bought.` },
  owes: { text: "A payment of yours is in dispute, or you owe us money. Settle it first.", link: support },
  "return-asked": {
    text: "You have asked for its return. Wait until it is paid, or cancel it.",
    link: { href: "/wallet?tab=portfolio#withdrawals", label: "Your withdrawals" },
  },
  "return-waiting": {
    text: "A return of this stake is ready. Withdraw it first: it is not sold with the stake.",
    link: { href: WITHDRAW_PATH, label: "Withdraw it" },
  },
  "sale-proposed": { text: "The whole cask has been sold or bought back, or is about to be." },
  "bid-open": { text: "Someone bids for the whole cask, and its holders vote on it." },
  price: { text: sellTexts.wrong },
} as const satisfies Record<string, Refusal>;

/** Why a stake cannot be offered, and what to do about it. */
export type OfferRefusal = keyof typeof refusals;

export const offerRefusals: Record<OfferRefusal, Refusal> = refusals;

export const caskOfferTexts = {
  stake: (number: number) => `Stake ${number}`,
  fee: (cents: number) => `and ${formatUsd(cents)} fee`,
  against: (cents: number, valuedCents: number | null) => {
    if (valuedCents === null) return "There is no valuation yet.";
    const [difference, percent] = [
      cents - valuedCents,
      Math.round((Math.abs(cents - valuedCents) * 100) / valuedCents),
    ];
    if (difference === 0) return "As much as the last valuation.";
    return `${formatUsd(Math.abs(difference))} (${percent}%) ${difference < 0 ? "below" : "above"} the last valuation.`;
  },
  buy: (number: number) => `Buy stake ${number}`,
  more: (all: number) => `${all} are on offer.`,
} as const;

/** On the payment page. */
export const buyOfferTexts = ({ number, priceCents, feeCents }: OfferedStake) => ({
  label: `Stake ${number}, sold by another investor, in`,
  note: `${formatUsd(priceCents)} for the stake and a fee of ${formatUsd(feeCents)}. The seller set the price.`,
});

export const ownOfferTexts = {
  stake: (number: number, caskName: string) => `Stake ${number} in ${caskName}`,
  onOffer: (untilMs: number) => `On offer until ${formatDate(dateOf(untilMs))}`,
  sold: (fromMs: number) => `Sold, money available on ${formatDate(dateOf(fromMs))}`,
} as const;
