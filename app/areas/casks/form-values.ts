import { plainDollars } from "~/domain/money";
import type { CaskTerms } from "./cask-form";

const tenths = (value: number | null) => (value === null ? "" : String(value / 10));

/** The terms as they would be typed. */
export function formValues(terms: CaskTerms): Record<keyof CaskTerms, string> {
  return {
    ...terms,
    cost_per_stake: plainDollars(terms.cost_per_stake),
    total_stakes: String(terms.total_stakes),
    loa_litres: tenths(terms.loa_litres),
    abv: tenths(terms.abv),
    cask_number: terms.cask_number ?? "",
    fill_date: terms.fill_date ?? "",
    storage_paid_until: terms.storage_paid_until ?? "",
  };
}
