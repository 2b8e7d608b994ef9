import type { OfferEnd, OfferState } from "~/domain/offers";

// The operators' list of stakes that investors offer to each other.

export const consoleOfferTexts = {
  stake: (number: number, caskName: string) => `${number} of ${caskName}`,
  notValued: "None",
  states: {
    open: "Open",
    sold: "Sold",
    ended: "Ended",
    undone: "Undone: the buyer's money went back",
  } satisfies Record<OfferState, string>,
  ends: {
    seller: "Ended by the seller",
    expired: "Ended: nobody took it",
    valued: "Ended: valued again",
    bid: "Ended: a bid for the cask",
    "cask-sold": "Ended: the cask was sold",
    closing: "Ended: the account closes",
    frozen: "Ended: stake or account frozen",
    operator: "Ended by us",
  } satisfies Record<OfferEnd, string>,
  payment: "Buyer’s payment",
  onHold: "money on hold until",
  reason: "Why it ends; the seller reads it",
  end: "End the offer",
  notEnded: "It is not open any more, or it is your own. Nothing was changed.",
  noReason: "Write why. The seller reads it.",
} as const;
