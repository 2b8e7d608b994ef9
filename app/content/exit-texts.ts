import type { Counts } from "~/domain/bids/count-votes";
import { formatDate } from "~/domain/calendar-date";
import { CYCLE_MONTHS } from "~/domain/cycles";
import { formatChange, formatUsd } from "~/domain/money";
import { ADVANCE_RULE } from "./advance-texts";
import { EXITS_PATH } from "./page-paths";

// How casks ended.

const months = (count: number) => (count === 1 ? "1 month" : `${count} months`);

export const exitPage = {
  path: EXITS_PATH,
  title: "How casks ended",
  description:
    "Every cask that was sold or bought back: what a stake cost, brought, and was valued at before. Losses included.",
  lead: "Every cask that was sold, or bought back by us, the latest first. Those that lost and those that took longer are listed like the others.",
  asOf: "A cask is listed within minutes after its sale was confirmed.",
  empty: {
    title: "None has ended yet",
    text: "No cask has been sold or bought back so far. Nobody knows yet what selling one brings, and no figure on this site rests on a sale of ours.",
  },
  sum: (count: number, lost: number, late: number) =>
    `${count === 1 ? "1 cask has" : `${count} casks have`} ended. ${lost} of ${count} lost money for whoever held a stake for the usual time; ${late} of ${count} took longer than ${CYCLE_MONTHS} months.`,
  fees: (fee: number) =>
    `Net is after the costs of the sale and our joining fee of ${formatUsd(fee)}, counted as if it was paid for one stake alone. Tax is not counted. ${ADVANCE_RULE} So what a stake brought is all that its holder got for it, returns and sale together. A rate for a year is calculated only for a stake held a year or longer.`,
} as const;

export const exitTexts = {
  kinds: { sale: "Sold", "buy-back": "Bought back by us" },
  buyers: {
    bottler: "to a bottler",
    trade: "to the trade",
    private: "to a private buyer",
    provider: "at our own price",
  },
  on: (day: string) => formatDate(day),
  loss: "loss",
  gain: "gain",
  even: "neither gain nor loss",
  delay: (count: number) => `${months(count)} over ${CYCLE_MONTHS}`,
  boughtAt: "Bought at",
  held: "Held",
  heldFor: (middle: number, shortest: number, longest: number) =>
    shortest === longest ? months(middle) : `${months(middle)} (${shortest} to ${longest})`,
  brought: "Brought, per stake",
  net: "Net, per stake",
  yearly: "Net per year",
  tooShort: "under a year",
  valuedAt: "Last valued at",
  valued: (tier: string, day: string) => `${tier}, ${formatDate(day)}`,
  notValued: "never valued",
  against: "Against that value",
  difference: (cents: number) => formatChange(cents),
  nobody: "Nobody had bought a stake.",
  credited: (day: string) => `Credited to every holder by ${formatDate(day)}.`,
  crediting: "Not everybody has been credited yet.",
  whole: (gross: number, fees: number, stakes: number) =>
    `The whole cask: ${formatUsd(gross)}, less ${formatUsd(fees)} of costs, divided by ${stakes} stakes.`,
  advanced: (advanced: number, takenOff: number) =>
    `Of that, ${formatUsd(advanced)} had been paid out or asked for before, as returns${takenOff < advanced ? `: ${formatUsd(takenOff)} was taken off, and ${formatUsd(advanced - takenOff)} more than the sale brought is our loss.` : ", and was taken off."}`,
  voted: ({ issued, accepted, declined }: Counts) =>
    `Its holders voted on the bid: of ${issued} stakes ${accepted} accepted and ${declined} declined.`,
  papers: "Its papers and values",
  middle: "Held and net are those of the stake in the middle; in brackets the shortest and the longest.",
} as const;
