import type { HashBytes, Range } from "~/domain/log/merkle";
import { hashRanges, tilePath, tilesOf } from "~/domain/log/tiles";
import { readTile } from "./write-tiles";

/** The hashes of parts of the published tree of this size; reads each tile that they need once, all at once. @throws Error if one is gone */
export async function hashTree(
  { proof, hashBytes }: { proof: Pick<R2Bucket, "get">; hashBytes: HashBytes },
  ranges: readonly Range[],
  size: number,
): Promise<Uint8Array[]> {
  const read = tilesOf(ranges, size).map(async (tile) => [tilePath(tile), await readTile({ proof }, tile)] as const);
  return hashRanges(ranges, { size, bytes: new Map(await Promise.all(read)) }, hashBytes);
}
