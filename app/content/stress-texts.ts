import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { formatRate, formatUsd } from "~/domain/money";
import { EVAPORATION_BASIS_POINTS } from "~/domain/sale-outcome";
import { FIRE_SALE_PERCENT, SALE_COST_BASIS_POINTS, STORAGE_A_YEAR_CENTS, YEARS_WITHOUT_SALE } from "~/domain/stress";
import { ADVANCE_RULE } from "./advance-texts";
import { STRESS_PATH } from "./page-paths";
import { stakeCount } from "./stake-count";

// If things go badly: calculated from the books, for all holders together.

const each = (per: number) => formatUsd(per);

export const stressPage = {
  path: STRESS_PATH,
  title: "If things go badly",
  description:
    "What holders of stakes would get back if casks sold at half their value, if nothing sold for years, or if we stopped trading.",
  lead: "Calculated from our books, for all holders together. These are not forecasts: it could turn out better than this, or worse.",
  empty: {
    title: "Nobody holds a stake yet",
    text: "As soon as stakes are held, this page calculates what would come back to their holders.",
  },
  pictureTitle: (paid: number) => `For each ${each(paid)} paid`,
  bars: {
    paid: "Paid",
    valued: "Valued at today",
    halved: `Sold at ${FIRE_SALE_PERCENT}%`,
    waited: `After ${YEARS_WITHOUT_SALE} years`,
  },
  totals: (casks: number, stakes: number, paid: number, valued: number) =>
    `Investors hold ${stakeCount(stakes)} in ${casks === 1 ? "1 cask" : `${casks} casks`}. They paid ${formatUsd(paid)}, and at the latest values the stakes are worth ${formatUsd(valued)}.`,
  advanced: (cents: number) =>
    cents === 0
      ? ADVANCE_RULE
      : `On these stakes, ${formatUsd(cents)} has been paid out or requested as returns. ${ADVANCE_RULE} Every figure here would come on top of that.`,
  unvalued: (casks: number) =>
    casks === 1
      ? "1 cask was never valued and counts at its price."
      : `${casks} casks were never valued and count at their price.`,
  halved: {
    title: `If casks sold at ${FIRE_SALE_PERCENT}% of their value`,
    text: (back: number, per: number) =>
      `All holders together would get ${formatUsd(back)}: ${each(per)} for each $100 they paid.`,
    range: (worst: number, best: number) => `From ${each(worst)} in the worst cask to ${each(best)} in the best.`,
    how: `Each whole cask is sold for half of what it is valued at, less ${formatRate(SALE_COST_BASIS_POINTS)} for the costs of the sale. It could be even less: a cask that leaks or goes bad can be worth nothing.`,
  },
  waited: {
    title: `If nothing sold for ${YEARS_WITHOUT_SALE} years`,
    how: `By then the casks hold less: ${formatRate(EVAPORATION_BASIS_POINTS)} a year evaporates. They are sold at today’s value per litre, less ${formatRate(SALE_COST_BASIS_POINTS)} in costs. The price includes ${INCLUDED_STORAGE_YEARS} years of storage; after that we assume ${formatUsd(STORAGE_A_YEAR_CENTS)} a year for a whole cask, though nobody knows the real cost yet. Until then, nobody gets anything except cycle returns, and we pay those.`,
  },
  stopped: {
    title: "If we stopped trading",
    casks: (casks: number, warehouses: number, keepers: number) =>
      `The casks are with warehouse keepers, not with us: ${casks === 1 ? "1 cask" : `${casks} casks`} in ${warehouses === 1 ? "1 warehouse" : `${warehouses} warehouses`}. For ${keepers} of ${warehouses} we have published who the keeper is.`,
    papers: (delivered: number, confirmed: number, casks: number) =>
      `A delivery order is on file for ${delivered} of ${casks} casks, and a valid warehouse confirmation for ${confirmed} of ${casks}. For the others, a liquidator would have to find out whose they are, which takes time and money.`,
    owed: (cents: number) =>
      `We owe ${formatUsd(cents)} in money: wallets, pending rewards and withdrawals on their way. That is a claim on us, no deposit guarantee covers it, and those we owe could lose it.`,
    stakes:
      "Stakes are entered in our register as yours, and every day’s audit is a copy of it that anybody can keep. No court has yet been asked to follow it. Somebody would have to sell the casks and share out the money, and would be paid for it out of that money.",
    storage: `We have promised to pay for ${INCLUDED_STORAGE_YEARS} years of storage, and would stop paying. Keepers can hold back a cask until they are paid.`,
    audit: "What we hold against what we owe",
    keepers: "Who keeps each cask",
  },
  table: { head: ["", "Of $100", "All holders"] },
} as const;
