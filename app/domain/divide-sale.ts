// Every stake of a cask counts the same, sold or not: those that no one holds belong to the house.

export type Sale = { grossCents: number; feesCents: number; stakes: number };

export type SaleDivision = {
  netCents: number;
  netPerStakeCents: number;
  /** Less than a cent per stake; the house keeps it, openly. */
  remainderCents: number;
};

/** @returns null unless the amounts are whole cents, none is negative, the fees are within the gross, and there is a stake */
export function divideSale({ grossCents, feesCents, stakes }: Sale): SaleDivision | null {
  const whole = [grossCents, feesCents, stakes].every(Number.isSafeInteger);
  if (!whole || feesCents < 0 || feesCents > grossCents || stakes < 1) return null;
  const netCents = grossCents - feesCents;
  const remainderCents = netCents % stakes;
  return { netCents, netPerStakeCents: (netCents - remainderCents) / stakes, remainderCents };
}

/** Each stake is rounded by itself, so it does not matter who holds how many. */
export function shareOf({ netPerStakeCents }: Pick<SaleDivision, "netPerStakeCents">, stakes: number): number {
  return netPerStakeCents * stakes;
}
