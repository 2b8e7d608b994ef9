// A name is read by people, on paper too: what cannot be seen in it could only make it look like another one, or like none.

export type NameFault = "turns-direction" | "invisible" | "no-letter";

/** Marks that turn the direction of what follows could make a name read as another one. */
const TURNS_DIRECTION = /\p{Bidi_Control}/u;

/** Scripts in which the two joiners change how letters are written, and so belong to the spelling of a name. */
const WITH_JOINERS = [
  ...["Arabic", "Syriac", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"],
  ...["Malayalam", "Sinhala"],
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const ONE_OF_THEM = `[${WITH_JOINERS}]`;
const A_LETTER = String.raw`[\p{L}\p{M}]`;
/** Ends a consonant. What a joiner does to it shows at the end of a word, too. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const JOINER = String.raw`[\u200c\u200d]`;

/** Between two letters of such a script, or after a virama; one at a time. */
const NEEDED_JOINER = new RegExp(
  `(?<=${ONE_OF_THEM})(?<=${A_LETTER})${JOINER}(?=${ONE_OF_THEM})(?=${A_LETTER})|(?<=${VIRAMA})${JOINER}`,
  "gu",
);

/** Also what only programs read: the rest of the format characters, halves of characters, and those without a meaning of their own. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\u{13441}\u{13442}]/u;

/** What is wrong with a name; null when nothing is. Without a name nothing is wrong. */
export function nameFault(name: string): NameFault | null {
  if (name === "") return null;
  if (TURNS_DIRECTION.test(name)) return "turns-direction";
  if (INVISIBLE.test(name.replace(NEEDED_JOINER, ""))) return "invisible";
  return /\p{L}/u.test(name) ? null : "no-letter";
}
