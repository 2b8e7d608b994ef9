import type { VALUATION_AUTHORS } from "~/db/schema/names";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Valuation } from "~/domain/returns";
import type { ValuationEntry } from "./valuation-history";

/** A value of one stake, with who made it and what became of the entry. */
export type ToldValue = {
  valuedOn: CalendarDate;
  valueCents: number;
  tier: Valuation["tier"];
  method: string;
  source: string;
  /** null: not recorded. */
  author: (typeof VALUATION_AUTHORS)[number] | null;
  enteredOn: CalendarDate;
  /** When another entry took its place, and why; null: it counts. */
  corrected: { on: CalendarDate; reason: string | null } | null;
};

type Entry = Omit<ValuationEntry, "supersededBy" | "alone">;

/** The latest first. An entry is never edited: it is replaced by another entry, and both are shown. */
export function valueStory(entries: readonly Entry[]): ToldValue[] {
  return entries.map((entry) => toldValue(entry, entries)).reverse();
}

function toldValue(entry: Entry, all: readonly Entry[]): ToldValue {
  const later = all.find(({ supersedesId }) => supersedesId === entry.id);
  const { valuedOn, valueCents, tier, method, source, author } = entry;
  return {
    ...{ valuedOn, valueCents, tier, method, source },
    // The issue price is what the house asks.
    author: tier === "issue" ? "provider" : author,
    enteredOn: dateOf(entry.createdAtMs),
    corrected: later ? { on: dateOf(later.createdAtMs), reason: later.reason } : null,
  };
}
