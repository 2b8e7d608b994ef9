import { typedToCents } from "./money";
import { ASKABLE, type Sale } from "./sale-outcome";
import { typedFigure } from "./typed-figure";

export type TypedSale = Record<"stakes" | "years" | "price" | "costs" | "storage", string>;

type Bounds = { from: number; to: number };

const within = (figure: number | null, { from, to }: Bounds) =>
  figure !== null && figure >= from && figure <= to ? figure : null;

/** @returns null where the form would be refused (areas/casks/before-buying) */
export function askedSale(typed: TypedSale, totalStakes: number): { stakes: number; sale: Sale } | null {
  const stakes = within(typedFigure(typed.stakes, 0), { from: 1, to: totalStakes });
  const years = within(typedFigure(typed.years, 0), ASKABLE.years);
  const perLitreCents = within(typedToCents(typed.price), ASKABLE.perLitreCents);
  const costTenths = within(typedFigure(typed.costs, 1), ASKABLE.saleCostTenths);
  const storageCents = typed.storage === "" ? 0 : within(typedToCents(typed.storage), ASKABLE.storageCents);
  if (stakes === null || years === null || perLitreCents === null || costTenths === null || storageCents === null)
    return null;
  return { stakes, sale: { years, perLitreCents, saleCostBasisPoints: costTenths * 10, storageCents } };
}
