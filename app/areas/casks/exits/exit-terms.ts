import type { BUYER_KINDS } from "~/db/schema/names";
import { type CalendarDate, isCalendarDate } from "~/domain/calendar-date";
import { divideSale, type SaleDivision } from "~/domain/divide-sale";

/** What an operator says of the end of a cask. Everything else follows from it. */
export type ExitTerms = {
  soldOn: CalendarDate;
  buyerKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
};

export type TermsRefusal = "bad-date" | "bad-amounts";

export const kindOf = (buyerKind: ExitTerms["buyerKind"]) => (buyerKind === "provider" ? "buy-back" : "sale");

/** @param today a sale is recorded after it was made, never before */
export function checkTerms(
  { soldOn, grossCents, feesCents }: ExitTerms,
  { today, stakes }: { today: CalendarDate; stakes: number },
): { ok: true; division: SaleDivision } | { ok: false; code: TermsRefusal } {
  if (!isCalendarDate(soldOn) || soldOn > today) return { ok: false, code: "bad-date" };
  const division = divideSale({ grossCents, feesCents, stakes });
  return division ? { ok: true, division } : { ok: false, code: "bad-amounts" };
}
