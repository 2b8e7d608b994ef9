import type { CalendarDate } from "./calendar-date";

// Which valuations one operator records alone. The database decides by the same rule (migrations/0002_rules.sql); this one
// says why, before anything is sent.

export type RecordedValue = {
  valuedOn: CalendarDate;
  valueCents: number;
  createdAtMs: number;
  /** One operator recorded it, without a second. */
  alone: boolean;
  /** A correction took its place. */
  corrected: boolean;
};

/** 'backdated': before an earlier entry. 'raised': more than a tenth above what counted. */
export type SecondReason = "backdated" | "raised";

const MONTH_MS = 30 * 86_400_000;

type NewValue = { valuedOn: CalendarDate; valueCents: number; nowMs: number; priceCents: number };

/**
 * Why a valuation needs a second person; empty: it does not. It is held against the last value, and against the latest that nobody
 * recorded alone within 30 days: small steps add up.
 * @param entries of the cask, oldest first
 */
export function whySecond(entries: readonly RecordedValue[], asked: NewValue): SecondReason[] {
  const { valuedOn, valueCents, nowMs, priceCents } = asked;
  const counted = entries.filter(({ corrected }) => !corrected);
  const settled = counted.filter(({ alone, createdAtMs }) => !alone || createdAtMs <= nowMs - MONTH_MS);
  const before = Math.min(...[counted, settled].map((some) => some.at(-1)?.valueCents ?? priceCents));
  const isBackdated = entries.some((entry) => valuedOn < entry.valuedOn);
  return [
    ...(isBackdated ? (["backdated"] as const) : []),
    ...(valueCents * 10 > before * 11 ? (["raised"] as const) : []),
  ];
}

/** How many times the smaller goes into the larger. `up`: the new one is the larger; Infinity: one of them is nothing. */
export type Factor = { up: boolean; times: number };

const FAR = 10;

/** null: the two are near enough not to ask. A slip of a decimal point is a factor of ten. */
export function farApart(lastCents: number, valueCents: number): Factor | null {
  const [low, high] = [Math.min(lastCents, valueCents), Math.max(lastCents, valueCents)];
  if (high === 0 || high < FAR * low) return null;
  return { up: valueCents > lastCents, times: low === 0 ? Infinity : Math.floor(high / low) };
}
