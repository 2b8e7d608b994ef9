import { PACKED_FONTS } from "./font-pack";

/** Reads a part of the pack of fonts. */
export type FontPack = (offset: number, length: number) => Promise<ArrayBuffer>;

/** The fonts that have these letters, in the order of the pack: the same letters read the same fonts. */
export async function findFonts(letters: ReadonlySet<string>, readPack: FontPack) {
  const left = new Set([...letters].map((letter) => letter.codePointAt(0) ?? 0));
  const found: { name: string; bytes: ArrayBuffer }[] = [];
  for (const line of PACKED_FONTS) {
    if (left.size === 0) break;
    const [name = "", offset, length, ranges = ""] = line.split(" ");
    const has = parseRanges(ranges);
    const served = [...left].filter((letter) => has.some(([first, last]) => letter >= first && letter <= last));
    if (served.length === 0) continue;
    for (const letter of served) left.delete(letter);
    found.push({ name, bytes: await readPack(Number(offset), Number(length)) });
  }
  return found;
}

/** 'b82-b83,b85' */
function parseRanges(ranges: string): [number, number][] {
  return ranges.split(",").map((range) => {
    const [first = "", last = first] = range.split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
