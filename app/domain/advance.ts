// A return that is paid before the sale of its cask is an advance on that sale and taken off the stake's net. If more was advanced than
// the sale brings, the house bears the loss.

export const standsAsAdvance = (state: string): boolean =>
  state !== "rejected" && state !== "cancelled" && state !== "returned";

export function creditOf(shareCents: number, advancedCents: number): { creditCents: number; takenOffCents: number } {
  const takenOffCents = Math.min(shareCents, advancedCents);
  return { creditCents: shareCents - takenOffCents, takenOffCents };
}

/** The worth of a stake to its holder: the amount that a sale at its value would credit. */
export const worthOf = (valueCents: number, advancedCents: number): number =>
  creditOf(valueCents, advancedCents).creditCents;

export type Credits = { shareCents: number; advancedCents: number; takenOffCents: number; creditCents: number };

/** @param advances for each stake, 0 included: each is taken off its own share */
export function creditsOf(netPerStakeCents: number, advances: readonly number[]): Credits {
  const sum: Credits = { shareCents: 0, advancedCents: 0, takenOffCents: 0, creditCents: 0 };
  for (const advancedCents of advances) {
    const { creditCents, takenOffCents } = creditOf(netPerStakeCents, advancedCents);
    sum.shareCents += netPerStakeCents;
    sum.advancedCents += advancedCents;
    sum.takenOffCents += takenOffCents;
    sum.creditCents += creditCents;
  }
  return sum;
}
