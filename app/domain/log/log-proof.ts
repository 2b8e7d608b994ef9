import { fromBase64, toBase64 } from "./checkpoint";

// The file that proves, without us, that something stands in the log (C2SP tlog-proof): the entry itself, its place, the hashes that lead
// to the root, and the signed checkpoint with that root.

export type LogProof = {
  /** What was logged, so that nothing else is needed to check it; nobody has to believe it before that. */
  entry: Uint8Array;
  /** From 0. */
  index: number;
  /** The sibling of the leaf first. */
  hashes: Uint8Array[];
  /** Verbatim. */
  checkpoint: string;
};

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

export function writeLogProof({ entry, index, hashes, checkpoint }: LogProof): string {
  const lines = [FIRST_LINE, `extra ${toBase64(entry)}`, `index ${index}`, ...hashes.map(toBase64)];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** @returns null if it is no such file, or holds no entry */
export function readLogProof(text: string): LogProof | null {
  const [, extra, digits, lines, checkpoint] =
    /^c2sp\.org\/tlog-proof@v1\nextra (\S+)\nindex (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([\s\S]+)$/.exec(
      text,
    ) ?? [];
  if (extra === undefined || lines === undefined || checkpoint === undefined) return null;
  const entry = fromBase64(extra);
  const index = Number(digits);
  const hashes = lines.split("\n").slice(0, -1).map(fromBase64);
  if (entry === null || !Number.isSafeInteger(index) || !hashes.every((one) => one !== null)) return null;
  return { entry, index, hashes, checkpoint };
}
