import type { CalendarDate } from "~/domain/calendar-date";
import { cycleStart, endedCycles } from "~/domain/cycles";
import { cycleReturn, type HeldStake, percentOf, type Valued, valuedBy } from "~/domain/returns";

/**
 * 'ready': can be asked for. 'later': its turn comes once those before it have been requested. 'nothing': ended without a gain.
 * 'unvalued': ended, and nobody had valued the cask since it was issued.
 */
export type CycleRowState = "running" | "ready" | "later" | "progress" | "paid" | "nothing" | "unvalued";

export type CycleRow = {
  cycleNumber: number;
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  state: CycleRowState;
  /** Of a running cycle it is a projection; null: not valued. */
  amountCents: number | null;
  percent: number | null;
  valued: Valued;
};

/** The cycles of a stake up to the running one, the latest first, with what each brings. */
export function cycleRows(stake: HeldStake, today: CalendarDate, readyCycle: number | null): CycleRow[] {
  const ended = endedCycles(stake.purchasedOn, today);
  const rows = Array.from({ length: ended + 1 }, (_, index) => {
    const cycle = cycleReturn(stake, index + 1, today);
    const taken = stake.taken.find((one) => one.cycleNumber === cycle.cycleNumber);
    const points = taken ? taken.interestBasisPoints : cycle.interestBasisPoints;
    return {
      cycleNumber: cycle.cycleNumber,
      startsOn: cycleStart(stake.purchasedOn, cycle.cycleNumber),
      endsOn: cycle.endsOn,
      state: taken ? taken.state : untaken(cycle, readyCycle),
      amountCents: taken ? taken.amountCents : cycle.returnCents,
      percent: points === null ? null : percentOf(points),
      valued: valuedBy(cycle),
    };
  });
  return rows.reverse();
}

function untaken(
  { cycleNumber, ended, returnCents }: Pick<ReturnType<typeof cycleReturn>, "cycleNumber" | "ended" | "returnCents">,
  readyCycle: number | null,
): CycleRowState {
  if (!ended) return "running";
  if (returnCents === null) return "unvalued";
  if (returnCents === 0) return "nothing";
  return cycleNumber === readyCycle ? "ready" : "later";
}
