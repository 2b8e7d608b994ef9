import { roundKey, rootKey } from "~/domain/auction/published-round";
import { roundOf } from "~/domain/auction/rounds";
import { dateOf } from "~/domain/calendar-date";

// Rounds of the market as they were published: files of the bucket, and nothing else.

type Bucket = { proof: R2Bucket };

const CASK = /^[a-z0-9_-]{1,60}$/i;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const OF_ROOT = "-root";

/**
 * A round's file as it was written, or that of its root, which is there from the close on. One read.
 * @param file '2026-12' or '2026-12-root'
 */
export async function readRoundFile(
  { proof }: Bucket,
  { caskId: cask, file }: { caskId: string; file: string },
): Promise<R2ObjectBody | null> {
  const isRoot = file.endsWith(OF_ROOT);
  const round = isRoot ? file.slice(0, -OF_ROOT.length) : file;
  if (!MONTH.test(round) || !CASK.test(cask)) return null;
  return proof.get((isRoot ? rootKey : roundKey)({ cask, round }));
}

/** The months of a cask's published rounds that had closed by the end of that day, the latest first. One read for 500 of them. */
export async function listRounds(
  { proof }: Bucket,
  { caskId: cask, date }: { caskId: string; date: string },
): Promise<string[]> {
  if (!CASK.test(cask)) return [];
  const prefix = roundKey({ cask, round: "" }).slice(0, -".json".length);
  const { objects } = await proof.list({ prefix });
  return objects
    .map(({ key }) => key.slice(prefix.length, -".json".length))
    .filter((file) => MONTH.test(file) && dateOf(roundOf(file).closesAtMs) <= date)
    .reverse();
}
