import * as z from "zod";
import { exitErrors, exitFieldNames as names } from "~/content/console-cask-texts";
import { BUYER_KINDS } from "~/db/schema/names";
import type { CalendarDate } from "~/domain/calendar-date";
import { asTyped, orNothing, typedCents, typedChoice, typedDay } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";
import type { ExitTerms } from "./exit-terms";

const MOST_CENTS = 10_000_000_000;

const schema = z.object({
  sold_on: typedDay(names.sold_on),
  buyer_kind: typedChoice(names.buyer_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  net_per_stake: orNothing(typedCents(names.net_per_stake, { from: 0, to: MOST_CENTS })),
});

type ExitFields = z.infer<typeof schema>;
export type ExitErrors = Partial<Record<keyof ExitFields, string>>;

export type ReadExitForm =
  /** `netPerStakeCents`: what the operator was shown; null: nothing was. */
  | { ok: true; terms: ExitTerms; netPerStakeCents: number | null }
  | { ok: false; typed: Record<string, string>; errors: ExitErrors };

export const EXIT_FIELDS = schema.keyof().options;

export function readExitForm(fields: Record<string, unknown>, today: CalendarDate): ReadExitForm {
  const parsed = schema
    .refine(({ sold_on }) => sold_on <= today, { path: ["sold_on"], error: exitErrors.inFuture })
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: exitErrors.feesAboveGross })
    .safeParse(fields);
  if (!parsed.success) return { ok: false, typed: asTyped(fields, EXIT_FIELDS), errors: firstErrors(parsed.error) };
  const { sold_on: soldOn, buyer_kind: buyerKind, gross: grossCents, fees: feesCents, net_per_stake } = parsed.data;
  return { ok: true, terms: { soldOn, buyerKind, grossCents, feesCents }, netPerStakeCents: net_per_stake };
}
