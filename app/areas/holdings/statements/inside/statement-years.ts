import { type NamedPeriod, type Period, yearsOf } from "~/domain/statement-period";

const KINDS = ["calendar", "india", "uk"] as const;

/** The years that are this very period. */
export function namedYears({ from, to }: Period): NamedPeriod[] {
  return KINDS.flatMap((kind) => yearsOf(kind, from, to)).filter(
    (year) => year.from === from && year.to === to && !year.running,
  );
}
