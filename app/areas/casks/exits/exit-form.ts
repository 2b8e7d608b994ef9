import * as z from "zod";
import { asTyped, orNothing, typedCents, typedChoice, typedDay } from "~/areas/casks/typed-values";
import { exitFieldNames as names } from "~/content/console-cask-texts";
import { firstErrors } from "~/core/first-errors";
import { BUYER_KINDS } from "~/db/schema/names";
import { type CalendarDate, isCalendarDate } from "~/domain/calendar-date";
import { divideSale, type SaleDivision } from "~/domain/divide-sale";

export type ExitTerms = {
  soldOn: CalendarDate;
  buyerKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
};

export type TermsRefusal = "bad-date" | "bad-amounts";

export const kindOf = (buyerKind: ExitTerms["buyerKind"]) => (buyerKind === "provider" ? "buy-back" : "sale");

export function checkTerms(
  { soldOn, grossCents, feesCents }: ExitTerms,
  { today, stakes }: { today: CalendarDate; stakes: number },
): { ok: true; division: SaleDivision } | { ok: false; code: TermsRefusal } {
  if (!isCalendarDate(soldOn) || soldOn > today) return { ok: false, code: "bad-date" };
  const division = divideSale({ grossCents, feesCents, stakes });
  return division ? { ok: true, division } : { ok: false, code: "bad-amounts" };
}

const MOST_CENTS = 10_000_000_000;

const schema = z.object({
  sold_on: typedDay(names.sold_on),
  buyer_kind: typedChoice(names.buyer_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  net_per_stake: orNothing(typedCents("Net per stake", { from: 0, to: MOST_CENTS })),
});

type ExitFields = z.infer<typeof schema>;
export type ExitErrors = Partial<Record<keyof ExitFields, string>>;

export type ReadExitForm =
  | { ok: true; terms: ExitTerms; netPerStakeCents: number | null }
  | { ok: false; typed: Record<string, string>; errors: ExitErrors };

export const EXIT_FIELDS = schema.keyof().options;

export function readExitForm(fields: Record<string, unknown>, today: CalendarDate): ReadExitForm {
  const parsed = schema
    .refine(({ sold_on }) => sold_on <= today, { path: ["sold_on"], error: "Sold on must not be in the future." })
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: "Fees must not be above the price." })
    .safeParse(fields);
  if (!parsed.success) return { ok: false, typed: asTyped(fields, EXIT_FIELDS), errors: firstErrors(parsed.error) };
  const { sold_on: soldOn, buyer_kind: buyerKind, gross: grossCents, fees: feesCents, net_per_stake } = parsed.data;
  return { ok: true, terms: { soldOn, buyerKind, grossCents, feesCents }, netPerStakeCents: net_per_stake };
}
