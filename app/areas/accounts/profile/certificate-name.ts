import { nameTexts } from "~/content/name-texts";
import { canDraw } from "~/domain/can-draw";
import { personName } from "./person-name";

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The name as it is written in Latin letters, or nothing. */
export const latinName = personName.refine(
  (name) => name === "" || (LATIN.test(name) && /\p{L}/u.test(name) && canDraw(name)),
  nameTexts.notLatin,
);

/** Whether a name is in other letters than Latin ones, so that certificates may say it in these. */
export const hasOtherLetters = (full: string) => full !== "" && !(LATIN.test(full) && canDraw(full));

type Names = { full_name?: string; name_on_certificate?: string };

/** What is wrong with the two names together; null when nothing is. Where none is sent for certificates, none is asked for. */
export function nameProblem({ full_name: full, name_on_certificate: latin }: Names): string | null {
  if (latin === undefined) return null;
  if (latin !== "" && !full) return nameTexts.withoutFullName;
  if (latin !== "" && full && latin !== full && !hasOtherLetters(full)) return nameTexts.notNeeded;
  return latin === "" && full && !canDraw(full) ? nameTexts.needed : null;
}

/** The name a certificate shows; null while there is none it could show. */
export function certificateName(full: string, latin: string): string | null {
  if (latin !== "") return latin;
  return full !== "" && canDraw(full) ? full : null;
}
