// The line for a cask whose stakes are all held, or whose first places are drawn. What it promises is what app/areas/buying/desk does: an
// offer lasts three minutes and holds nothing.

const OVER = {
  "sold-out": {
    title: "Sold out",
    text: "All stakes in this cask are sold, and the line has closed. Nothing was charged.",
  },
  closed: { title: "Closed", text: "This cask can no longer be bought, and the line has closed. Nothing was charged." },
  withdrawn: {
    title: "No longer on sale",
    text: "This cask is no longer on sale, and the line has closed. Nothing was charged.",
  },
} as const;

/** '14:32' of that moment in UTC. */
export const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 16);

export const lineTexts = {
  title: "The line",
  cask: "To the cask",
  allCasks: "All casks",
  waiting: {
    title: (place: number) => `You are number ${place} in line`,
    text: "All stakes are in other buyers’ checkouts at the moment. Any that are not paid for come back and are offered in the order of the line.",
    paused:
      "Sales of this cask are paused at the moment. Your place is kept: once sales resume, stakes are offered in the order of the line.",
    nextTitle: "What happens next",
    next: [
      "This page updates by itself. You can close it and come back: your place stays yours.",
      "When it is your turn, we email you.",
      "The stake is then offered to you for three minutes. After that it is offered to the next in line, and you would have to join again.",
    ],
    nothing: "Nothing is held for you, and nothing is charged, until you go on to pay.",
  },
  gathered: {
    title: "You are in the draw",
    text: (at: string) =>
      `Everyone who asks for a stake in the first minute has the same chance, however fast they were. Places are drawn at ${at} UTC.`,
    next: [
      "This page updates by itself. You can close it and come back.",
      "If you are among the first drawn, we email you.",
      "A stake is then offered to you for three minutes. Everyone behind the first has a place in line.",
    ],
    ticket: "Your number in the draw",
    leave: "Leave the draw",
    check: "Keep it if you want to check the draw: the audit of that night lists every number in the order drawn.",
  },
  called: {
    title: "It is your turn",
    text: (until: string) =>
      `A stake is available and is offered to you until ${until} UTC. It is held for you once you go on to pay.`,
    buy: "Buy this stake",
  },
  passed: {
    title: "Your turn has passed",
    text: "A stake was offered to you for three minutes. If you still want one, join the line again, at the end.",
    again: "Join the line again",
  },
  none: {
    title: "You are not in this line",
    text: "A line starts when all stakes in a cask are in checkouts. Anyone who then asks for a stake gets a place in it.",
  },
  away: {
    title: "We cannot see the line right now",
    text: "Places are kept, and nothing was charged. This page updates by itself.",
    again: "Look again",
  },
  leave: "Leave the line",
  /** For programs. */
  inDraw: (at: string, ticket: string) =>
    `Places are drawn at ${at} UTC among all who ask in the first minute. You are in the draw as ${ticket}; nothing was charged.`,
  inLine: (place: number) =>
    `All stakes in this cask are held by other buyers at the moment. You are number ${place} in line; nothing was charged.`,
  over: OVER,
} as const;
