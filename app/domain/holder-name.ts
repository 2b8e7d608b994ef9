// Whether two people's names are the same one. Case, spaces, points and the order of the words make no difference; everything
// else does. It is a hint for a person who decides, and refuses nothing.

const wordsOf = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .sort();

/** null: one of the two is not known. */
export function namesDiffer(one: string | null, other: string): boolean | null {
  const [words, others] = [wordsOf(one ?? ""), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return null;
  return words.join(" ") !== others.join(" ");
}
