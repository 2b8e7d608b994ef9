import { nameTexts } from "~/content/name-texts";
import { nameFault } from "~/domain/visible-name";
import { BANK_FIELD_LENGTH, oneLine } from "./bank-fields";

/** The name of a person: their own, or of whoever holds an account. It is seen when it is read. */
export const personName = oneLine(BANK_FIELD_LENGTH).superRefine((name, issues) => {
  const fault = nameFault(name);
  if (fault) issues.addIssue({ code: "custom", message: nameTexts.faults[fault] });
});
