// A hint for the person who decides; it refuses nothing. Case, spaces, points, accents and the order of words make no difference, and an
// initial stands for any name that begins with it.

const PLAIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** The accents of European scripts only: vowel signs of Indian scripts make another name. */
const ACCENTS = /[\u0300-\u036f]/g;

const wordsOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(ACCENTS, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");

export function namesDiffer(one: string | null, other: string): boolean | null {
  const [words, others] = [wordsOf(one ?? ""), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return null;
  return !areSame(words, others);
}

/** At least one whole word must be the same: initials alone fit too many people. */
function areSame(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const left = [...others];
  const unmatched = words.filter((word) => !take(left, (other) => other === word));
  const isWhole = words.some((word) => !isInitial(word) && !unmatched.includes(word));
  const initials = unmatched.filter(isInitial);
  const whole = unmatched.filter((word) => !isInitial(word));
  const fits =
    whole.every((word) => take(left, (other) => isInitial(other) && word.startsWith(other))) &&
    initials.every((initial) => take(left, (other) => other.startsWith(initial)));
  return fits && (isWhole || words.join(" ") === others.join(" "));
}

const isInitial = (word: string) => /^\p{L}\p{M}*$/u.test(word);

function take(from: string[], fits: (word: string) => boolean): boolean {
  const at = from.findIndex(fits);
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
}
