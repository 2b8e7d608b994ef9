import { DAY_MS } from "../calendar-date";

// When rounds of the resale auction are open, the same for all casks: from the first Monday of each month, 12:00 UTC, for seven days.

const OPEN_DAYS = 7;
const OPENS_AT_HOUR = 12;

export type RoundTimes = {
  /** 'YYYY-MM', in UTC. */
  month: string;
  opensAtMs: number;
  /** Orders are placed before it. */
  closesAtMs: number;
  /** The last moment to withdraw an order. */
  withdrawUntilMs: number;
};

/** @param month counted from 0; 12 is January of the next year */
function roundIn(year: number, month: number): RoundTimes {
  const first = new Date(Date.UTC(year, month, 1, OPENS_AT_HOUR));
  const untilMonday = (8 - first.getUTCDay()) % 7;
  const opensAtMs = first.getTime() + untilMonday * DAY_MS;
  const closesAtMs = opensAtMs + OPEN_DAYS * DAY_MS;
  return {
    month: first.toISOString().slice(0, 7),
    opensAtMs,
    closesAtMs,
    withdrawUntilMs: lastWithdrawal(closesAtMs),
  };
}

/** @param month 'YYYY-MM' */
export const roundOf = (month: string): RoundTimes => roundIn(Number(month.slice(0, 4)), Number(month.slice(5)) - 1);

/** The timer takes a round to its end within minutes of its close. */
const LATE_AFTER_MS = 15 * 60_000;

/** @param round one that is neither 'settled' nor 'stopped' is under way */
export const isRoundLate = ({ state, closesAtMs }: { state: string; closesAtMs: number }, nowMs: number): boolean =>
  state !== "settled" && state !== "stopped" && nowMs > closesAtMs + LATE_AFTER_MS;

/** A day before the close, so that nobody can leave at the last moment. */
export const lastWithdrawal = (closesAtMs: number): number => closesAtMs - DAY_MS;

/** What a seller gets waits this long, so that a payment in dispute comes to light before the money has left. */
export const PROCEEDS_WAIT_DAYS = 7;

/** The round that is open; null: none is. A round never reaches into the next month. */
export function roundAt(nowMs: number): RoundTimes | null {
  const round = roundInMonthOf(nowMs);
  return round.opensAtMs <= nowMs && nowMs < round.closesAtMs ? round : null;
}

/** The first round that opens after this moment. */
export function nextRound(nowMs: number): RoundTimes {
  const round = roundInMonthOf(nowMs);
  const now = new Date(nowMs);
  return nowMs < round.opensAtMs ? round : roundIn(now.getUTCFullYear(), now.getUTCMonth() + 1);
}

function roundInMonthOf(nowMs: number): RoundTimes {
  const now = new Date(nowMs);
  return roundIn(now.getUTCFullYear(), now.getUTCMonth());
}
