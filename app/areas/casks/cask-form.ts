import * as z from "zod";
import {
  asTyped,
  orNothing,
  typedCents,
  typedChoice,
  typedDay,
  typedLine,
  typedLines,
  typedTenths,
  typedWhole,
} from "./typed-values";
import { caskFieldNames as names } from "~/content/operator-cask-texts";
import { firstErrors } from "~/core/first-errors";
import { CASK_KINDS, CASK_TYPES } from "~/db/schema/names";
import { plainDollars } from "~/domain/money";

const MOST_CENTS = 100_000_000;
const MOST_FOR_A_CASK = 100_000_000_000;
const MOST_STAKES = 100_000;
const INFORMATION_LENGTH = 5000;

const schema = z
  .object({
    cask_name: typedLine(names.cask_name),
    kind: typedChoice(names.kind, CASK_KINDS),
    distillery: typedLine(names.distillery),
    cask_type: typedChoice(names.cask_type, CASK_TYPES),
    launch_date: typedDay(names.launch_date),
    close_date: typedDay(names.close_date),
    cost_per_stake: typedCents(names.cost_per_stake, { from: 1, to: MOST_CENTS }),
    total_stakes: typedWhole(names.total_stakes, { from: 1, to: MOST_STAKES }),
    bought_for: orNothing(typedCents(names.bought_for, { from: 1, to: MOST_FOR_A_CASK })),
    loa_litres: typedTenths(names.loa_litres, { from: 1, to: 1_000_000 }),
    abv: orNothing(typedTenths(names.abv, { from: 0, to: 1000 })),
    warehouse: typedLine(names.warehouse),
    distillery_information: typedLines(names.distillery_information, INFORMATION_LENGTH),
    cask_number: orNothing(typedLine(names.cask_number)),
    fill_date: orNothing(typedDay(names.fill_date)),
    storage_paid_until: orNothing(typedDay(names.storage_paid_until)),
  })
  .refine(({ launch_date, close_date }) => launch_date <= close_date, {
    path: ["close_date"],
    error: "Close date must not be before the launch date.",
  });

export type CaskField = keyof z.infer<typeof schema>;
export type CaskTerms = z.infer<typeof schema>;
export type CaskErrors = Partial<Record<CaskField, string>>;

type ReadCask = { ok: true; terms: CaskTerms } | { ok: false; typed: Record<string, string>; errors: CaskErrors };

export const CASK_FIELDS = Object.keys(names) as CaskField[];

export function readCaskForm(fields: Record<string, unknown>): ReadCask {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { ok: true, terms: parsed.data };
  return { ok: false, typed: asTyped(fields, CASK_FIELDS), errors: firstErrors(parsed.error) };
}

const tenths = (value: number | null) => (value === null ? "" : String(value / 10));

export function formValues(terms: CaskTerms): Record<keyof CaskTerms, string> {
  return {
    ...terms,
    cost_per_stake: plainDollars(terms.cost_per_stake),
    total_stakes: String(terms.total_stakes),
    bought_for: terms.bought_for === null ? "" : plainDollars(terms.bought_for),
    loa_litres: tenths(terms.loa_litres),
    abv: tenths(terms.abv),
    cask_number: terms.cask_number ?? "",
    fill_date: terms.fill_date ?? "",
    storage_paid_until: terms.storage_paid_until ?? "",
  };
}
