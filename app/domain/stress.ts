import { creditOf } from "./advance";
import { divideSale } from "./divide-sale";
import { ASKED_AT_FIRST, costOfSale, litresLeft } from "./sale-outcome";

// What investors would get if things went badly, from what stands in the books. No forecast: the cases are assumed, and whatever
// must be rounded is rounded against the holder.

/** Of what they are valued at. */
export const FIRE_SALE_PERCENT = 50;
export const YEARS_WITHOUT_SALE = 5;
/** Assumed for storing and insuring a whole cask for a year, once the years within the price are over; nobody knows it yet. */
export const STORAGE_A_YEAR_CENTS = 12_000;
/** The cost of a sale, in hundredths of a percent: what the calculator assumes too. */
export const SALE_COST_BASIS_POINTS = ASKED_AT_FIRST.saleCostTenths * 10;

/** A cask that has not ended, as it stands in the books. */
export type BookedCask = {
  totalStakes: number;
  /** Held by investors, and what they paid for these. */
  heldStakes: number;
  paidCents: number;
  /** Of these stakes together: each year that has begun since it was bought. */
  stakeYears: number;
  /** Of one stake, by the latest valuation; null: not valued since it was issued. */
  valueCents: number | null;
  costPerStakeCents: number;
  loaDecilitres: number;
  /** How many held stakes had which amount paid or requested as returns: a sale credits that much less. */
  advances: readonly Advanced[];
};

export type Advanced = { stakes: number; cents: number };

/** What comes back to all holders together, and to those of the best and the worst cask, for each 10,000 paid. */
export type StressCase = { backCents: number; best: number; worst: number };

export type Stress = {
  casks: number;
  stakes: number;
  paidCents: number;
  /** At the latest valuations, less what was advanced; what was never valued counts at its price. */
  valuedCents: number;
  /** Returns paid or asked for of the stakes that are held. Absent in files of an earlier day. */
  advancedCents?: number;
  unvaluedCasks: number;
  halved: StressCase;
  waited: StressCase;
};

export const NO_STRESS: Stress = {
  ...{ casks: 0, stakes: 0, paidCents: 0, valuedCents: 0, advancedCents: 0, unvaluedCasks: 0 },
  halved: { backCents: 0, best: 0, worst: 0 },
  waited: { backCents: 0, best: 0, worst: 0 },
};

/** One cask more; those of which no stake is held are left out. */
export function withCask(stress: Stress, cask: BookedCask): Stress {
  if (cask.heldStakes === 0 || cask.paidCents === 0) return stress;
  const valueCents = cask.valueCents ?? cask.costPerStakeCents;
  const wholeCents = valueCents * cask.totalStakes;
  const halvedCents = soldFor(cask, Math.floor((wholeCents * FIRE_SALE_PERCENT) / 100));
  const storageCents = Math.ceil(STORAGE_A_YEAR_CENTS / cask.totalStakes) * cask.stakeYears;
  const waitedCents = Math.max(0, soldFor(cask, afterYears(cask, wholeCents)) - storageCents);
  return {
    casks: stress.casks + 1,
    stakes: stress.stakes + cask.heldStakes,
    paidCents: stress.paidCents + cask.paidCents,
    valuedCents: stress.valuedCents + creditedAt(cask, valueCents),
    advancedCents:
      (stress.advancedCents ?? 0) + cask.advances.reduce((sum, { stakes, cents }) => sum + stakes * cents, 0),
    unvaluedCasks: stress.unvaluedCasks + (cask.valueCents === null ? 1 : 0),
    halved: withBack(stress.halved, halvedCents, cask, stress.casks === 0),
    waited: withBack(stress.waited, waitedCents, cask, stress.casks === 0),
  };
}

/** What all held stakes get of a sale at this price, after its costs. */
function soldFor(cask: BookedCask, grossCents: number): number {
  const feesCents = costOfSale(grossCents, SALE_COST_BASIS_POINTS);
  const division = divideSale({ grossCents, feesCents, stakes: cask.totalStakes });
  return division ? creditedAt(cask, division.netPerStakeCents) : 0;
}

/** What is credited to all held stakes together if each brings that much: what was advanced is taken off each by itself. */
function creditedAt({ heldStakes, advances }: BookedCask, eachCents: number): number {
  return advances.reduce(
    (sum, { stakes, cents }) => sum - stakes * creditOf(eachCents, cents).takenOffCents,
    heldStakes * eachCents,
  );
}

/** The same price for a litre, for the litres that are left. */
function afterYears({ loaDecilitres }: BookedCask, wholeCents: number): number {
  if (loaDecilitres <= 0) return 0;
  return Number((BigInt(wholeCents) * BigInt(litresLeft(loaDecilitres, YEARS_WITHOUT_SALE))) / BigInt(loaDecilitres));
}

function withBack(before: StressCase, cents: number, { paidCents }: BookedCask, isFirst: boolean): StressCase {
  const of = backOf(cents, paidCents);
  return {
    backCents: before.backCents + cents,
    best: isFirst ? of : Math.max(before.best, of),
    worst: isFirst ? of : Math.min(before.worst, of),
  };
}

/** For each 10,000 paid, rounded down. */
export const backOf = (backCents: number, paidCents: number) =>
  paidCents === 0 ? 0 : Math.floor((backCents * 10_000) / paidCents);
