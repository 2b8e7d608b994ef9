import type { CalendarDate } from "./calendar-date";

// Which valuations one operator records alone. The database refuses (valuations_may_start) by the same rule.

export type RecordedValue = { valuedOn: CalendarDate; valueCents: number; alone: boolean; corrected: boolean };

/** 'backdated': before an earlier entry. 'raised': more than a tenth above what two had seen, or the lowest value since. */
export type SecondReason = "backdated" | "raised";

type NewValue = { valuedOn: CalendarDate; valueCents: number; priceCents: number };

/**
 * Why a valuation needs a second person; empty: it does not. Small steps add up, however slow they are: the tenth counts from the last
 * value that two had seen, or from the lowest that one operator recorded since.
 * @param entries of the cask, oldest first
 */
export function whySecond(entries: readonly RecordedValue[], asked: NewValue): SecondReason[] {
  const { valuedOn, valueCents, priceCents } = asked;
  const counted = entries.filter(({ corrected }) => !corrected);
  const sinceSeen = counted.slice(
    Math.max(
      0,
      counted.findLastIndex(({ alone }) => !alone),
    ),
  );
  const before = sinceSeen.length === 0 ? priceCents : Math.min(...sinceSeen.map((entry) => entry.valueCents));
  const isBackdated = entries.some((entry) => valuedOn < entry.valuedOn);
  return [
    ...(isBackdated ? (["backdated"] as const) : []),
    ...(valueCents * 10 > before * 11 ? (["raised"] as const) : []),
  ];
}
