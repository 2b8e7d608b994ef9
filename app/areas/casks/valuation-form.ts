import * as z from "zod";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import { VALUATION_AUTHORS } from "~/db/schema/names";
import { formatDate } from "~/domain/calendar-date";
import { firstErrors } from "~/core/first-errors";
import { asTyped, orNothing, typedCents, typedChoice, typedDay, typedLine } from "./typed-values";

/** 'issue' is the price, and is written by publishing. */
const TIERS = ["measured", "modelled", "opinion"] as const;
const MOST_CENTS = 10_000_000_000;

const schema = z.object({
  valued_on: typedDay(names.valued_on),
  value_per_stake: typedCents(names.value_per_stake, { from: 0, to: MOST_CENTS }),
  tier: typedChoice(names.tier, TIERS),
  method: typedLine(names.method, 300),
  source: typedLine(names.source, 300),
  author: orNothing(typedChoice(names.author, VALUATION_AUTHORS)),
  reason: orNothing(typedLine(names.reason, 300)),
});

export type ValuationValues = z.infer<typeof schema>;
export type ValuationErrors = Partial<Record<keyof ValuationValues, string>>;

export type ReadValuation =
  { ok: true; values: ValuationValues } | { ok: false; typed: Record<string, string>; errors: ValuationErrors };

export function readValuation(
  fields: Record<string, unknown>,
  days: { issuedOn: string; today: string },
): ReadValuation {
  const { issuedOn, today } = days;
  const parsed = schema
    .refine(({ valued_on }) => valued_on <= today, {
      path: ["valued_on"],
      error: recordErrors.inFuture(names.valued_on),
    })
    .refine(({ valued_on }) => valued_on >= issuedOn, {
      path: ["valued_on"],
      error: `Date of the valuation must not be before the issue on ${formatDate(issuedOn)}.`,
    })
    .safeParse(fields);
  if (parsed.success) return { ok: true, values: parsed.data };
  const typed = asTyped(fields, schema.keyof().options);
  return { ok: false, typed, errors: firstErrors<ValuationValues>(parsed.error) };
}
