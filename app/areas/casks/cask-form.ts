import * as z from "zod";
import {
  orNothing,
  readForm,
  typedCents,
  typedChoice,
  typedDay,
  typedLine,
  typedLines,
  typedTenths,
  typedWhole,
} from "~/areas/casks/typed-values";
import { caskErrors, caskFieldNames as names } from "~/content/operator-cask-texts";
import type { casks } from "~/db/schema/casks";
import { CASK_KINDS, CASK_TYPES } from "~/db/schema/names";
import { addDays, type CalendarDate } from "~/domain/calendar-date";
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

export const CASK_FIELDS = Object.keys(names) as CaskField[];

export const readCaskForm = (fields: Record<string, unknown>) => readForm(schema, fields, CASK_FIELDS);

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

type CaskRow = Omit<typeof casks.$inferSelect, "countedValues">;
export type SavedCask = CaskRow & {
  issued: boolean;
  /** Even if it was given back since: its certificate says what the cask is. */
  everSold: boolean;
};

export function termsOf(row: CaskRow): CaskTerms {
  return {
    cask_name: row.name,
    kind: row.kind,
    distillery: row.distillery,
    cask_type: row.caskType,
    launch_date: row.launchesOn,
    close_date: row.closesOn,
    cost_per_stake: row.costPerStakeCents,
    total_stakes: row.totalStakes,
    bought_for: row.boughtForCents,
    loa_litres: row.loaDecilitres,
    abv: row.abvTenths,
    warehouse: row.warehouse,
    distillery_information: row.distilleryInformation,
    cask_number: row.caskNumber,
    fill_date: row.filledOn,
    storage_paid_until: row.storagePaidUntil,
  };
}

export function changedFields(before: CaskTerms, after: CaskTerms): CaskField[] {
  return CASK_FIELDS.filter((field) => before[field] !== after[field]);
}

export const ONCE_TAKEN: readonly CaskField[] = ["total_stakes", "cask_name", "kind", "cask_type", "distillery"];
export const FACTS_ONCE_TAKEN: readonly CaskField[] = ["cask_number", "fill_date"];
const BY_REGAUGE: readonly CaskField[] = ["loa_litres", "abv"];

/**
 * Fields that cannot change, and why. The price, and what we paid, are fixed from the first publication; the number of stakes, and what the cask is, from the
 * first reservation.
 */
export function fixedFields(cask: SavedCask, today: CalendarDate): CaskErrors {
  const known = termsOf(cask);
  const errors: CaskErrors = {};
  if (cask.endedOn !== null)
    return Object.fromEntries(CASK_FIELDS.map((field) => [field, caskErrors.fixedOnceEnded(names[field])]));
  if (cask.everSold || cask.reservedStakes > 0) {
    for (const field of ONCE_TAKEN) errors[field] = caskErrors.fixedOnceTaken(names[field]);
    for (const field of FACTS_ONCE_TAKEN)
      if (known[field] !== null) errors[field] = caskErrors.fixedOnceTaken(names[field]);
  }
  if (cask.issued) errors.cost_per_stake = `${names.cost_per_stake} cannot change: the cask was published with it.`;
  if (cask.issued && known.bought_for !== null)
    errors.bought_for = `${names.bought_for} cannot change: the cask was published with it.`;
  if (cask.state !== "published") return errors;
  for (const field of BY_REGAUGE) if (known[field] !== null) errors[field] = caskErrors.byRegauge(names[field]);
  if (known.launch_date <= today) errors.launch_date = "Launch date cannot change: the cask has launched.";
  if (known.close_date < today) errors.close_date = "Close date cannot change: it has passed.";
  return errors;
}

export function refusedChanges(cask: SavedCask, terms: CaskTerms, today: CalendarDate): CaskErrors {
  const fixed = fixedFields(cask, today);
  const changed = changedFields(termsOf(cask), terms);
  const errors: CaskErrors = {};
  for (const field of changed) if (fixed[field] !== undefined) errors[field] = fixed[field];
  const isTooEarly = terms.close_date < addDays(today, -1);
  if (cask.state === "published" && changed.includes("close_date") && isTooEarly)
    errors.close_date ??= "Close date must be yesterday, which ends the sale at once, or later.";
  return errors;
}
