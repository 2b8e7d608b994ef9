import { formatUsd } from "~/domain/money";

// A return paid before the sale of its cask is an advance on that sale. Said in one sentence wherever either of them is mentioned.

export const ADVANCE_SENTENCE =
  "A return paid out now is an advance: when the cask is sold, it is deducted from what you get.";

/** The same for a page on which no withdrawal is being requested. */
export const ADVANCE_RULE =
  "A return paid out before the sale is an advance: when the cask is sold, it is deducted from what its holder gets.";

/** What was advanced above what the sale brought. */
const ADVANCE_LOSS = "Whatever was advanced beyond that is our loss: nobody pays anything back.";

type PaidInAll = { returnsCents: number; saleCents: number | null; onItsWayCents: number };

export const advanceTexts = {
  /** Under the worth of a stake of which a return was asked for or paid. */
  worth: (valueCents: number, advancedCents: number) =>
    `Valued at ${formatUsd(valueCents)}, less ${formatUsd(advancedCents)} in returns already paid or requested. They are an advance on the sale.`,
  /** What a holder got for one stake, and of what. */
  total: "Paid to you for this stake",
  parts: ({ returnsCents, saleCents, onItsWayCents }: PaidInAll) =>
    [
      `${formatUsd(returnsCents)} in returns`,
      ...(saleCents === null ? [] : [`${formatUsd(saleCents)} from the sale`]),
      ...(onItsWayCents === 0 ? [] : [`and ${formatUsd(onItsWayCents)} more requested`]),
    ].join(", "),
  /** Of one or several stakes: what the sale brought, what was advanced on it, and what is credited. */
  credited: (facts: { shareCents: number; advancedCents: number; creditCents: number }) =>
    `Of ${formatUsd(facts.shareCents)}, ${formatUsd(facts.shareCents - facts.creditCents)} was already paid out or requested as returns, so ${formatUsd(facts.creditCents)} is credited.${
      facts.advancedCents > facts.shareCents - facts.creditCents ? ` ${ADVANCE_LOSS}` : ""
    }`,
  /** Of a request that fails after the sale. */
  freed: "Nothing is lost. The cask has been sold, so this return is no longer deducted from your share of the sale.",
} as const;
