import { calendarTexts } from "~/content/calendar-texts";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { cycleEnd, runningCycle } from "~/domain/cycles";

/** A whole day, or an instant. `id` stays the same, so that a calendar moves the entry rather than adding another. */
export type FeedDate = { id: string; title: string; text?: string } & ({ on: CalendarDate } | { atMs: number });

export type FeedStakeRow = {
  stakeId: string;
  number: number;
  totalStakes: number;
  purchasedAtMs: number;
  caskId: string;
  caskName: string;
  closesOn: CalendarDate;
};
/** A cask that is watched: it is named before it is offered, too. */
export type FeedWatchRow = Pick<FeedStakeRow, "caskId" | "caskName" | "closesOn">;
export type FeedHoldRow = { withdrawalId: string; caskName: string | null; payableFromMs: number };

const { feed: texts } = calendarTexts;

type FeedRows = {
  stakes: readonly FeedStakeRow[];
  watched: readonly FeedWatchRow[];
  holds: readonly FeedHoldRow[];
};

/** Every cycle from the first to the running one, the closing of each own or watched cask once, and the waits of withdrawals. */
export function feedDates({ stakes, watched, holds }: FeedRows, today: CalendarDate): FeedDate[] {
  const casks = new Map<string, FeedWatchRow>([...stakes, ...watched].map((one) => [one.caskId, one]));
  return [
    ...stakes.flatMap((stake) => cyclesOf(stake, today)),
    ...[...casks.values()].map(({ caskId, caskName, closesOn }) => ({
      id: `closes-${caskId}`,
      title: texts.closes(caskName),
      on: closesOn,
    })),
    ...holds.map(({ withdrawalId, caskName, payableFromMs }) => ({
      id: `hold-${withdrawalId}`,
      title: texts.hold(caskName ?? texts.balance),
      atMs: payableFromMs,
    })),
  ];
}

function cyclesOf(stake: FeedStakeRow, today: CalendarDate): FeedDate[] {
  const purchasedOn = dateOf(stake.purchasedAtMs);
  return Array.from({ length: runningCycle(purchasedOn, today) }, (_, index) => ({
    id: `cycle-${stake.stakeId}-${index + 1}`,
    title: texts.cycle(index + 1, stake),
    text: texts.cycleText,
    on: cycleEnd(purchasedOn, index + 1),
  }));
}
