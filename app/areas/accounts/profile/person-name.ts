import { nameTexts } from "~/content/name-texts";
import { nameFault } from "~/domain/visible-name";
import { BANK_FIELD_LENGTH, oneLine } from "./bank-fields";

/** The name of a person: the user's own, or a bank account holder's. Reading it counts as seeing it. */
export const personName = oneLine(BANK_FIELD_LENGTH).superRefine((name, issues) => {
  const fault = nameFault(name);
  if (fault) issues.addIssue({ code: "custom", message: nameTexts.faults[fault] });
});
