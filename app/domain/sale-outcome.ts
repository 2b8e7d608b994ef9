import { divideSale, shareOf } from "./divide-sale";

// The amount that stakes would bring if their whole cask were sold one day at a price per litre of alcohol. The price is
// the visitor's assumption, evaporation and costs are ours; whatever must be rounded is rounded against the holder.

/** About 2% of what is left is the usual figure for Scotland; a single cask can lose more. */
export const EVAPORATION_BASIS_POINTS = 200;

/** No one knows the costs of a sale before it. */
export const SALE_COST_BASIS_POINTS = 500;

const WHOLE = 10_000;

export type Holding = {
  loaDecilitres: number;
  totalStakes: number;
  costPerStakeCents: number;
  stakes: number;
  joiningFeeCents: number;
};

export type Sale = { years: number; perLitreCents: number };

/** The calculator's fields. */
export const ASKED = ["stakes", "years", "price"] as const;
export type TypedSale = Record<(typeof ASKED)[number], string>;
export type TypedErrors = Partial<TypedSale>;

export type SaleOutcome = {
  loaDecilitres: number;
  grossCents: number;
  saleCostCents: number;
  perStakeCents: number;
  proceedsCents: number;
  paidCents: number;
  netCents: number;
  /** Compounded, in hundredths of a percent; -10,000 is everything lost. */
  yearlyBasisPoints: number;
};

export const ASKABLE = { years: { from: 2, to: 30 }, perLitreCents: { from: 1, to: 1_000_000 } } as const;

export const YEARS_AT_FIRST = 3;

export function litresLeft(loaDecilitres: number, years: number): number {
  let left = loaDecilitres;
  for (let year = 0; year < years; year++) left = Math.floor((left * (WHOLE - EVAPORATION_BASIS_POINTS)) / WHOLE);
  return left;
}

/** Cents, rounded down. */
export function pricePerLitre({ loaDecilitres, totalStakes, costPerStakeCents }: Omit<Holding, "stakes">): number {
  return loaDecilitres === 0 ? 0 : Math.floor((totalStakes * costPerStakeCents * 10) / loaDecilitres);
}

export function saleOutcome(held: Holding, sale: Sale): SaleOutcome {
  const loaDecilitres = litresLeft(held.loaDecilitres, sale.years);
  const grossCents = Math.floor((loaDecilitres * sale.perLitreCents) / 10);
  const saleCostCents = Math.ceil((grossCents * SALE_COST_BASIS_POINTS) / WHOLE);
  const division = divideSale({ grossCents, feesCents: saleCostCents, stakes: held.totalStakes });
  if (!division) throw new RangeError("a sale needs whole amounts and a stake");
  const proceedsCents = shareOf(division, held.stakes);
  const paidCents = held.stakes * held.costPerStakeCents + held.joiningFeeCents;
  return {
    loaDecilitres,
    grossCents,
    saleCostCents,
    perStakeCents: division.netPerStakeCents,
    proceedsCents,
    paidCents,
    netCents: proceedsCents - paidCents,
    yearlyBasisPoints: yearlyBasisPoints(paidCents, proceedsCents, sale.years),
  };
}

/** The highest yearly rate at which `paidCents` would not have grown to more than `backCents`. Exact, without floating point. */
export function yearlyBasisPoints(paidCents: number, backCents: number, years: number): number {
  const power = BigInt(years);
  const had = BigInt(backCents) * BigInt(WHOLE) ** power;
  const fits = (points: bigint) => BigInt(paidCents) * (BigInt(WHOLE) + points) ** power <= had;
  let low = BigInt(-WHOLE);
  let high = 1n;
  while (fits(high)) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return Number(low);
}

/** Cents per litre; null: no price that can be asked about is enough. */
export function breakEven(held: Holding, sale: Omit<Sale, "perLitreCents">): number | null {
  const isEnough = (perLitreCents: number) => saleOutcome(held, { ...sale, perLitreCents }).netCents >= 0;
  let low = 0;
  let high: number = ASKABLE.perLitreCents.to;
  if (!isEnough(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
