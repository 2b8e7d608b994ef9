import { addMonths } from "~/domain/cycles";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { pricePerLitre } from "~/domain/sale-outcome";
import type { ViewerNow } from "~/core/session/viewer";
import { readAskedSale } from "./inside/calculator-form";
import type { Cask } from "./cask-view";

type Asking = ViewerNow & {
  feeCents: number;
  /** The fee counted with the first of them. */
  ownsStakes: boolean;
  query: URLSearchParams;
};

/**
 * What one stake is, and the calculator. null for viewers who may not know the price, from which everything here follows, and once the cask
 * was sold.
 */
export function beforeBuying(cask: Cask, { activated, nowMs, feeCents, ownsStakes, query }: Asking) {
  if (!activated || cask.endedOn !== null) return null;
  const { loaDecilitres, totalStakes, costPerStakeCents, storagePaidUntil } = cask;
  const today = dateOf(nowMs);
  const held = { loaDecilitres, totalStakes, costPerStakeCents, joiningFeeCents: ownsStakes ? 0 : feeCents };
  return {
    caskId: cask.id,
    today,
    canBuy: caskStage(cask, today) === "open",
    held,
    /** In thousandths of a litre, rounded down. */
    millilitresPerStake: Math.floor((loaDecilitres * 100) / totalStakes),
    perLitreCents: pricePerLitre(held),
    storage: { includedUntil: addMonths(today, INCLUDED_STORAGE_YEARS * 12), paidUntil: storagePaidUntil },
    ...readAskedSale(query, cask),
    isOpen: ["stakes", "years", "price", "costs", "storage"].some((name) => query.has(name)),
  };
}
