/** What can stand in a file of the audit. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The one way to write a value as JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. The same value gives the same bytes, in any language, and so the same hash.
 * @throws RangeError for what JSON cannot hold: numbers that are not finite, halves of surrogate pairs, undefined
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return writeText(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError("a number that JSON cannot hold");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value !== "object") throw new RangeError("a value that JSON cannot hold");
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${writeText(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(",")}}`;
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

function writeText(text: string): string {
  // Halves of surrogate pairs have no UTF-8, so they have no hash either.
  if (/[\ud800-\udfff]/u.test(text)) throw new RangeError("text that is not well formed");
  return JSON.stringify(text);
}
