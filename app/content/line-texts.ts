// The line for a cask whose stakes are all held. What it promises is what app/areas/buying/desk does: an offer lasts three minutes and holds
// nothing.

const OVER = {
  "sold-out": {
    title: "Sold out",
    text: "All stakes of this cask are sold, and the line is over. Nothing was charged.",
  },
  closed: { title: "Closed", text: "This cask can no longer be bought, and the line is over. Nothing was charged." },
  withdrawn: {
    title: "No longer on sale",
    text: "This cask is no longer on sale, and the line is over. Nothing was charged.",
  },
} as const;

/** '14:32' of that moment in UTC. */
export const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 16);

export const lineTexts = {
  title: "The line",
  /** For programs. */
  inLine: (place: number) =>
    `All stakes of this cask are held by other buyers at the moment. You are in line, place ${place}; nothing was charged.`,
  over: OVER,
} as const;
