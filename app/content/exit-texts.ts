import { company } from "./company";
import { percentOf } from "~/domain/returns";
import type { ValueRecord } from "~/domain/value-record";
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
  lead: "Every cask we have sold or bought back, latest first, including those that lost money or took longer.",
  asOf: "A cask is listed within minutes of its sale being confirmed.",
  empty: {
    title: "None has ended yet",
    text: "No cask has been sold or bought back so far. Nobody knows yet what a sale brings, and no figure on this site is based on one of ours.",
  },
  sum: (count: number, lost: number, late: number) =>
    `${count === 1 ? "1 cask has" : `${count} casks have`} ended. ${lost} of ${count} lost money for whoever held a stake for the usual time; ${late} of ${count} took longer than ${CYCLE_MONTHS} months.`,
  fees: (fee: number) =>
    `Net is after the costs of the sale and our joining fee of ${formatUsd(fee)}, as if the fee had been paid for one stake alone. Tax is not included. ${ADVANCE_RULE} So what a stake brought is everything its holder got, returns and sale together. A yearly rate is calculated only for stakes held for a year or longer.`,
} as const;

export const exitTexts = {
  resold: {
    title: "Sold between investors",
    lead: "Stakes that investors sold to each other at their own price, the latest first. What was taken back is not counted.",
    valued: (priceCents: number, valuedCents: number) =>
      `${formatChange(priceCents - valuedCents)} against the last valuation of ${formatUsd(valuedCents)}.`,
    notValued: "There was no valuation.",
    fees: (cents: number) => `Fees of both sides: ${formatUsd(cents)}.`,
  },
  cask: "Cask",
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
  basis: "How and when",
  valued: (tier: string, day: string) => `${tier}, ${formatDate(day)}`,
  notValued: "never valued",
  against: "Against that value",
  nobody: "Nobody had bought a stake.",
  credited: (day: string) => `Credited to every holder by ${formatDate(day)}.`,
  crediting: "Not everybody has been credited yet.",
  whole: (gross: number, fees: number, stakes: number) =>
    `The whole cask: ${formatUsd(gross)}, less ${formatUsd(fees)} of costs, divided by ${stakes} stakes.`,
  advanced: (advanced: number, takenOff: number) =>
    `Of that, ${formatUsd(advanced)} had already been paid out or requested as returns${takenOff < advanced ? `: ${formatUsd(takenOff)} was taken off, and ${formatUsd(advanced - takenOff)} more than the sale brought is our loss.` : ", and was deducted."}`,
  voted: ({ issued, accepted, declined }: Counts) =>
    `Its holders voted on the bid: of ${issued} stakes, ${accepted} accepted and ${declined} declined.`,
  papers: "Its papers and values",
  middle: "Held and net are for the median stake, with the shortest and the longest in brackets.",
} as const;

const percent = (points: number) => `${Math.abs(percentOf(points)).toFixed(1)}%`;
const values = (count: number) => (count === 1 ? "1 value" : `${count} values`);
const casks = (count: number) => (count === 1 ? "1 cask" : `${count} casks`);
const brought = (points: number) =>
  points === 0 ? "as much as" : `${percent(points)} ${points < 0 ? "less" : "more"} than`;

/** Below so many casks a record says little. */
const FEW = 5;

/** How right our values were. */
export const valueRecordTexts = {
  title: "Were our values right?",
  tiers: { all: "all", issue: "issue price", measured: "measured", modelled: "modelled", opinion: "opinion" },
  lead: "Every value we published for a cask that has since ended, next to what one of its stakes brought after all costs. A value that we corrected later counts as first published.",
  none: {
    noneEnded: "No cask has ended yet, so nobody knows how right our values are.",
    noneValued: "No cask that ended had a value before its sale, so there is nothing to compare.",
  },
  sum: ({ values: count, medianPoints, biasPoints, worstPoints }: ValueRecord, judged: number) =>
    `${values(count)} of ${casks(judged)}. Half of them were off by ${percent(medianPoints)} or less. On average, a stake brought ${brought(biasPoints)} its value said; in the worst case ${brought(worstPoints)} that.`,
  few: (judged: number) =>
    judged < FEW ? `${casks(judged)}: too few to tell how right the next value will be.` : null,
  picture: "The last value of each cask, and what a stake of it brought. Below the line, the value was too high.",
  across: "last value",
  upwards: "brought",
  same: "value and outcome the same",
  byBasis: "By basis and age",
  head: ["Basis, and age at the sale", "Values", "Half within", "On average", "Worst"],
  ages: { 0: "under 6 months", 183: "6 to 12 months", 366: "1 to 2 years", 731: "over 2 years" },
  allAges: "any age",
  signed: (points: number) => `${points < 0 ? "−" : points > 0 ? "+" : ""}${percent(points)}`,
  within: percent,
  again: "Recompute it with the public program:",
  command: `node verify-audit.mjs ${company.siteUrl} --values`,
  note: "Minus: the stake brought less than its value. As a percentage of the value, rounded down.",
  /** Beside one value: what became of earlier ones on the same basis. */
  ofTier: ({ values: count, medianPoints, biasPoints }: ValueRecord) =>
    `Of earlier values of this kind (${values(count)}), half were off by ${percent(medianPoints)} or less${biasPoints === 0 ? "" : `, on average ${percent(biasPoints)} too ${biasPoints < 0 ? "high" : "low"}`}.`,
  noRecord: "Values of this kind have no record yet: no cask that had one has ended.",
  all: "How right our values were",
} as const;
