// The line for a cask whose stakes are all held, or whose first places are drawn. What it promises is what app/areas/buying/desk does: an
// offer lasts three minutes and holds nothing.

const OVER = {
  "sold-out": {
    title: "Sold out",
    text: "All stakes in this cask are sold, and the line is over. Nothing was charged.",
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
  cask: "To the cask",
  allCasks: "All casks",
  waiting: {
    title: (place: number) => `In line, place ${place}`,
    text: "All stakes are in checkouts of other buyers at the moment. What is not paid there comes back, and is offered in the order of the line.",
    paused:
      "Sales of this cask are paused at the moment. Your place is kept: once they go on, stakes are offered in the order of the line.",
    nextTitle: "What happens next",
    next: [
      "This page looks again by itself. You can close it and come back: your place stays yours.",
      "When it is your turn, we write to you by email, and to devices on which you switched notices on.",
      "The stake is then offered to you for three minutes. After that the next in line is asked, and you would have to come again.",
    ],
    nothing: "Nothing is held for you, and nothing is charged, until you go on to pay.",
  },
  gathered: {
    title: "You are in the draw",
    text: (at: string) =>
      `Everyone who asks for a stake in the first minute has the same chance, however fast they were. Places are drawn at ${at} UTC.`,
    next: [
      "This page looks again by itself. You can close it and come back.",
      "If you are drawn among the first, we write to you by email, and to devices on which you switched notices on.",
      "A stake is then offered to you for three minutes. Everyone further back has a place in line.",
    ],
    ticket: "Your number in the draw",
    leave: "Leave the draw",
    check: "Keep it if you want to check the draw: the audit of that night lists every number in the order drawn.",
  },
  called: {
    title: "It is your turn",
    text: (until: string) =>
      `A stake is free and is offered to you until ${until} UTC. It is held for you once you go on to pay.`,
    buy: "Buy this stake",
  },
  passed: {
    title: "Your turn has passed",
    text: "A stake was offered to you for three minutes. If you still want one, join the line again; you would be last in it.",
    again: "Join the line again",
  },
  none: {
    title: "You are not in this line",
    text: "A line starts when all stakes in a cask are in checkouts. Anyone who then asks for a stake gets a place in it.",
  },
  away: {
    title: "We cannot see the line right now",
    text: "Places are kept, and nothing was charged. This page looks again by itself.",
    again: "Look again",
  },
  leave: "Leave the line",
  /** For programs. */
  inDraw: (at: string, ticket: string) =>
    `Places are drawn at ${at} UTC among all who ask in the first minute. You are in the draw as ${ticket}; nothing was charged.`,
  inLine: (place: number) =>
    `All stakes in this cask are held by other buyers at the moment. You are in line, place ${place}; nothing was charged.`,
  over: OVER,
} as const;
