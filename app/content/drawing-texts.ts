// Words in and under the drawings of public pages.

const free = "18 stakes free";
const stake = "Stake 32 of 50";
const numbered = "numbered, with a certificate";
const others = "31 held by others";
const place = "One cask, in bond in Scotland";

export const cutawayTexts = {
  free,
  stake,
  numbered,
  others,
  place,
  inWords: `${place}: ${others} at the bottom, ${stake.toLowerCase()} above them, ${numbered}, and ${free} on top.`,
  caption: "How a cask is shared out. Example, not an offer.",
} as const;
