import { nameTexts } from "~/content/name-texts";
import { BANK_FIELD_LENGTH, oneLine } from "./bank-fields";

/** Marks that turn the direction of what follows could make a name read as another one. */
const TURNS_DIRECTION = /\p{Bidi_Control}/u;

/** The name of a person: their own, or of whoever holds an account. */
export const personName = oneLine(BANK_FIELD_LENGTH).refine(
  (name) => !TURNS_DIRECTION.test(name),
  nameTexts.turnsDirection,
);
