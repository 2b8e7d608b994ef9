import { formatUsd } from "~/domain/money";

export const ADVANCE_SENTENCE =
  "A return paid out now is an advance: when the cask is sold, it is deducted from what you get.";

export const ADVANCE_RULE =
  "A return paid out before the sale is an advance: when the cask is sold, it is deducted from what its holder gets.";

const ADVANCE_LOSS = "Whatever was advanced beyond that is our loss: no one pays anything back.";

type PaidInAll = { returnsCents: number; saleCents: number | null; onItsWayCents: number };

export const advanceTexts = {
  worth: (valueCents: number, advancedCents: number) =>
    `Valued at ${formatUsd(valueCents)}, less ${formatUsd(advancedCents)} in returns already paid or requested. They are an advance on the sale.`,
  parts: ({ returnsCents, saleCents, onItsWayCents }: PaidInAll) =>
    [
      `${formatUsd(returnsCents)} in returns`,
      ...(saleCents === null ? [] : [`${formatUsd(saleCents)} from the sale`]),
      ...(onItsWayCents === 0 ? [] : [`and ${formatUsd(onItsWayCents)} more requested`]),
    ].join(", "),
  credited: (facts: { shareCents: number; advancedCents: number; creditCents: number }) =>
    `Of ${formatUsd(facts.shareCents)}, ${formatUsd(facts.shareCents - facts.creditCents)} was already paid out or requested as returns, so ${formatUsd(facts.creditCents)} is credited.${
      facts.advancedCents > facts.shareCents - facts.creditCents ? ` ${ADVANCE_LOSS}` : ""
    }`,
  freed: "Nothing is lost. The cask has been sold, so this return is no longer deducted from your share of the sale.",
} as const;
