import * as z from "zod";
import type { Cask } from "./cask-view";
import { typedCents, typedWhole } from "./typed-values";
import { calculatorFields as names } from "~/content/calculator-texts";
import { firstErrors } from "~/core/first-errors";
import type { ViewerNow } from "~/core/session/viewer";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import {
  ASKABLE,
  ASKED,
  type Holding,
  pricePerLitre,
  type Sale,
  type TypedErrors,
  type TypedSale,
  YEARS_AT_FIRST,
} from "~/domain/sale-outcome";

type Asking = ViewerNow & { feeCents: number; ownsStakes: boolean; query: URLSearchParams };

/** The calculator; null for viewers who may not know the price, and once no stake can be bought any more. */
export function beforeBuying(cask: Cask, { activated, nowMs, feeCents, ownsStakes, query }: Asking) {
  const today = dateOf(nowMs);
  const stage = caskStage(cask, today);
  if (!activated || (stage !== "open" && stage !== "upcoming")) return null;
  const { loaDecilitres, totalStakes, costPerStakeCents } = cask;
  const held = { loaDecilitres, totalStakes, costPerStakeCents, joiningFeeCents: ownsStakes ? 0 : feeCents };
  return {
    caskId: cask.id,
    today,
    canBuy: stage === "open",
    held,
    perLitreCents: pricePerLitre(held),
    ...readAskedSale(query, cask),
    isOpen: ASKED.some((name) => query.has(name)),
  };
}

export type AskedSale = {
  typed: TypedSale;
  errors: TypedErrors;
  /** null: the form has something that cannot be worked out. */
  asked: { stakes: number; sale: Sale } | null;
};

const schema = (totalStakes: number) =>
  z.object({
    stakes: typedWhole(names.stakes, { from: 1, to: totalStakes }),
    years: typedWhole(names.years, ASKABLE.years),
    price: typedCents(names.price, ASKABLE.perLitreCents),
  });

type Priced = Pick<Holding, "loaDecilitres" | "totalStakes" | "costPerStakeCents">;

export function readAskedSale(query: URLSearchParams, cask: Priced): AskedSale {
  const atFirst = firstQuestion(cask);
  const typed = Object.fromEntries(
    ASKED.map((name) => [name, (query.get(name) ?? atFirst[name]).slice(0, MOST_TYPED)]),
  ) as TypedSale;
  const read = schema(cask.totalStakes).safeParse(typed);
  if (!read.success) return { typed, errors: firstErrors(read.error), asked: null };
  const { stakes, years, price } = read.data;
  return { typed, errors: {}, asked: { stakes, sale: { years, perLitreCents: price } } };
}

const MOST_TYPED = 40;

function firstQuestion(cask: Priced): TypedSale {
  const { from, to } = ASKABLE.perLitreCents;
  const perLitre = Math.min(to, Math.max(from, Math.round(pricePerLitre({ ...cask, joiningFeeCents: 0 }) / 100) * 100));
  return { stakes: "1", years: String(YEARS_AT_FIRST), price: String(perLitre / 100) };
}
