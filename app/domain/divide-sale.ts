// What each stake gets when its cask is sold or bought back. Every stake of the cask counts the same, sold or not: those that
// nobody holds belong to the house.

export type Sale = {
  /** What the buyer pays for the whole cask. */
  grossCents: number;
  /** What the sale costs; never more than the gross. */
  feesCents: number;
  /** All stakes of the cask. */
  stakes: number;
};

export type SaleDivision = {
  netCents: number;
  /** Rounded down, so that the parts never add up to more than there is. */
  netPerStakeCents: number;
  /** What rounding leaves over: less than a cent for each stake. The house keeps it, openly. */
  remainderCents: number;
};

/** @returns null unless the amounts are whole cents, none below zero, with fees within the gross, and there is a stake */
export function divideSale({ grossCents, feesCents, stakes }: Sale): SaleDivision | null {
  const whole = [grossCents, feesCents, stakes].every(Number.isSafeInteger);
  if (!whole || feesCents < 0 || feesCents > grossCents || stakes < 1) return null;
  const netCents = grossCents - feesCents;
  const remainderCents = netCents % stakes;
  return { netCents, netPerStakeCents: (netCents - remainderCents) / stakes, remainderCents };
}

/** What a holder gets for that many stakes: each is rounded by itself, so it does not matter who holds how many. */
export function shareOf({ netPerStakeCents }: Pick<SaleDivision, "netPerStakeCents">, stakes: number): number {
  return netPerStakeCents * stakes;
}
