import { creditOf } from "./advance";
import { typedToCents } from "./money";

export const OFFER_DAYS = 90;
/** Younger than this a stake is not offered: its own payment could still be disputed. */
export const FIRST_DAYS = 120;
export const usualHoldDays = { card: 60, crypto: 2 } as const;

/** @param basisCents the last valuation, or the price paid if there is none. @returns whole dollars, from half of it to 10 % above it */
export const priceBand = (basisCents: number) => ({
  leastCents: Math.ceil(basisCents / 2 / 100) * 100,
  mostCents: Math.floor((basisCents * 11) / 10 / 100) * 100,
});

export function readOfferPrice(typed: string): number | null {
  const cents = typedToCents(typed);
  return cents !== null && cents > 0 && cents % 100 === 0 ? cents : null;
}

/** Fractions of a cent are not charged. */
export const sideFee = (priceCents: number, basisPoints: number) => Math.floor((priceCents * basisPoints) / 10_000);

/** 'undone': the buyer's money went back while the proceeds were on hold, so the seller has the stake again. */
export const OFFER_STATES = ["open", "sold", "ended", "undone"] as const;
export type OfferState = (typeof OFFER_STATES)[number];
export const OFFER_ENDS = ["seller", "expired", "valued", "bid", "cask-sold", "frozen", "operator"] as const;
export type OfferEnd = (typeof OFFER_ENDS)[number];

export type Proceeds = { priceCents: number; feeCents: number; advancedCents: number; creditCents: number };

export function proceedsOf(priceCents: number, feeCents: number, advanced: number): Proceeds {
  const { creditCents, takenOffCents } = creditOf(priceCents - feeCents, advanced);
  return { priceCents, feeCents, advancedCents: takenOffCents, creditCents };
}
