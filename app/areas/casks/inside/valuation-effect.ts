import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { latestValuation, standingOf, type HeldStake, type Valuation } from "~/domain/returns";

/** An active stake and whose it is. */
export type StakeOfHolder = {
  stakeId: string;
  userId: string;
  email: string | null;
  number: number;
  priceCents: number;
  purchasedAtMs: number;
};

/** A request for a cycle's return that was not rejected or cancelled. */
export type TakenOfStake = HeldStake["taken"][number] & { stakeId: string };

/** Both in cents and of all stakes together; null: not valued yet. */
type Figures = { valueCents: number | null; returnCents: number | null };

export type HolderChange = {
  userId: string;
  email: string | null;
  stakeNumbers: number[];
  now: Figures;
  then: Figures;
};

type Effect = {
  stakes: readonly StakeOfHolder[];
  taken: readonly TakenOfStake[];
  /** The valuations that count today, and with the new one. */
  now: readonly Valuation[];
  then: readonly Valuation[];
  today: CalendarDate;
};

/** By holder, in the order of the stakes. The return is the one that the investor's wallet shows for each stake. */
export function changeOfHolders({ stakes, taken, now, then, today }: Effect): HolderChange[] {
  const holders = new Map<string, StakeOfHolder[]>();
  for (const stake of stakes) holders.set(stake.userId, [...(holders.get(stake.userId) ?? []), stake]);
  const figures = (held: readonly StakeOfHolder[], valuations: readonly Valuation[]): Figures => {
    const each = latestValuation(valuations, today)?.valueCents ?? null;
    const returns = held.map((stake) => {
      const own = taken.filter(({ stakeId }) => stakeId === stake.stakeId);
      const purchasedOn = dateOf(stake.purchasedAtMs);
      return standingOf({ ...stake, purchasedOn, valuations, taken: own }, today).returnCents;
    });
    return { valueCents: each === null ? null : each * held.length, returnCents: sumOfKnown(returns) };
  };
  return [...holders].map(([userId, held]) => ({
    userId,
    email: held[0]?.email ?? null,
    stakeNumbers: held.map(({ number }) => number),
    now: figures(held, now),
    then: figures(held, then),
  }));
}

/** null where nothing is known. */
function sumOfKnown(cents: readonly (number | null)[]): number | null {
  return cents.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null);
}
