import { company } from "./company";
import type { AuditedBid } from "~/domain/audit/audit-files";
import { percentOf } from "~/domain/returns";
import type { ValueRecord } from "~/domain/value-record";
import { formatDate } from "~/domain/calendar-date";
import { formatChange, formatUsd } from "~/domain/money";
import { ADVANCE_RULE } from "./advance-texts";
import { EXITS_PATH } from "./page-paths";

export const exitPage = {
  path: EXITS_PATH,
  title: "How casks ended",
  description:
    "Every cask that was sold or bought back: what a stake cost, brought, and was valued at before. Losses included.",
  lead: "Every cask we have sold or bought back, latest first, including those that lost money.",
  asOf: "A cask is listed within minutes of its sale being confirmed.",
  empty: {
    title: "None has ended yet",
    text: "No cask has been sold or bought back so far. Nobody knows yet what a sale brings, and no figure on this site is based on one of ours.",
  },
  sum: (count: number, lost: number) =>
    `${count === 1 ? "1 cask has" : `${count} casks have`} ended. ${lost} of ${count} lost money.`,
  fees: (fee: number) =>
    `Net is after the costs of the sale and our joining fee of ${formatUsd(fee)}, as if the fee had been paid for one stake alone. Tax is not included. ${ADVANCE_RULE} So what a stake brought is everything its holder got, returns and sale together.`,
  head: ["Cask", "A stake cost", "brought", "net", "Last value"],
  kinds: { sale: "Sold", "buy-back": "Bought back by us" },
  buyers: {
    bottler: "to a bottler",
    trade: "to the trade",
    private: "to a private buyer",
    provider: "at our own price",
  },
  offered: (from: string, to: string) => `offered ${formatDate(from)}, ended ${formatDate(to)}`,
  whole: (gross: number, fees: number, stakes: number) =>
    `${formatUsd(gross)} less ${formatUsd(fees)} of costs, by ${stakes} stakes`,
  loss: "loss",
  notValued: "never valued",
} as const;

export const resaleTexts = {
  title: "Sold between investors",
  lead: "Stakes that investors sold to each other at their own price, the latest first.",
  head: ["Cask", "Price", "Against its value"],
  fees: (cents: number) => `fees ${formatUsd(cents)}`,
  against: (priceCents: number, valuedCents: number | null) =>
    valuedCents === null ? "not valued" : formatChange(priceCents - valuedCents),
} as const;

export const bidTexts = {
  title: "Bids put to holders",
  lead: "Bids for whole casks, the latest first. The votes are counted in stakes.",
  head: ["Cask", "Price"],
  until: (day: string) => `until ${formatDate(day)}`,
  count: ({ issued, accepted, declined, result }: Pick<AuditedBid, "issued" | "accepted" | "declined" | "result">) =>
    issued === null ? "not counted" : `${result}: ${accepted} for, ${declined} against, of ${issued}`,
} as const;

const percent = (points: number) => `${Math.abs(percentOf(points)).toFixed(1)}%`;
const values = (count: number) => (count === 1 ? "1 value" : `${count} values`);
const brought = (points: number) =>
  points === 0 ? "as much as" : `${percent(points)} ${points < 0 ? "less" : "more"} than`;

/** Below so many values a record says little. */
const FEW = 5;

export const valueRecordTexts = {
  title: "Were our values right?",
  tiers: { all: "all", issue: "issue price", measured: "measured", modelled: "modelled", opinion: "opinion" },
  lead: "Every value we published for a cask that has since ended, next to what one of its stakes brought after all costs. A value that we corrected later counts as first published.",
  none: "No cask that ended had a value before its sale, so nobody knows how right our values are.",
  sum: ({ values: count, medianPoints, biasPoints, worstPoints }: ValueRecord) =>
    `${values(count)}. Half of them were off by ${percent(medianPoints)} or less. On average, a stake brought ${brought(biasPoints)} its value said; in the worst case ${brought(worstPoints)} that.${count < FEW ? " Too few to tell how right the next value will be." : ""}`,
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
