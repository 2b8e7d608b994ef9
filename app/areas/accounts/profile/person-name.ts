import { nameTexts } from "~/content/name-texts";
import { isPrintable, tidy } from "~/domain/tidy-text";
import { BANK_FIELD_LENGTH, oneLine } from "./bank-fields";

/** The name of a person: the user's own, or a bank account holder's. */
export const personName = oneLine(BANK_FIELD_LENGTH)
  .transform(tidy)
  .refine((name) => name === "" || /\p{L}/u.test(name), nameTexts.noLetter);

/** The name as it is written in Latin letters, or nothing. */
export const latinName = personName.refine(isPrintable, nameTexts.notLatin);

/** Whether a name is in letters that certificates do not print, so that they need it in Latin ones. */
export const hasOtherLetters = (full: string) => !isPrintable(tidy(full));

type Names = { full_name?: string; name_on_certificate?: string };

/** What is wrong with the two names together; null when nothing is. Where none is sent for certificates, none is asked for. */
export function nameProblem({ full_name: full, name_on_certificate: latin }: Names): string | null {
  if (latin === undefined) return null;
  if (latin !== "" && !full) return nameTexts.withoutFullName;
  if (latin !== "" && full && latin !== full && !hasOtherLetters(full)) return nameTexts.notNeeded;
  return latin === "" && full && hasOtherLetters(full) ? nameTexts.needed : null;
}

/** The name a certificate shows; null while there is none it could show. */
export function certificateName(full: string, latin: string): string | null {
  if (latin !== "") return latin;
  return full !== "" && !hasOtherLetters(full) ? full : null;
}
