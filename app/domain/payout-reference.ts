// The number of a payout's run and its line there. Letters and digits alone, because NEFT takes nothing else, and short enough for every
// bank.

export type PayoutPlace = { run: number; place: number };

export const payoutReference = ({ run, place }: PayoutPlace): string => `DUN${run}R${place}`;

const PATTERN = /(?:^|[^A-Z0-9])DUN(\d{1,9})R(\d{1,4})(?![A-Z0-9])/i;

/** A bank may put more around it. */
export function readPayoutReference(text: string): PayoutPlace | null {
  const found = PATTERN.exec(text);
  return found ? { run: Number(found[1]), place: Number(found[2]) } : null;
}
