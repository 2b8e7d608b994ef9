import { sql } from "drizzle-orm";
import { hashLeaf } from "~/domain/log/merkle";
import {
  hashesIn,
  hashTogether,
  joinEntries,
  joinHashes,
  newTiles,
  type Tile,
  TILE_WIDTH,
  tilePath,
} from "~/domain/log/tiles";
import { LOG_FOLDER, type LogDeps, type LogPiece } from "../log-deps";
import type { LogHead, LogProgress, Step } from "./log-work";

const utf8 = new TextEncoder();
const keyOf = (tile: Tile) => `${LOG_FOLDER}/${tilePath(tile)}`;

/** Writes the next of the tiles that are new at this size. The same bytes whoever writes them, and however often. */
export async function writeTiles(
  deps: LogDeps,
  head: LogHead | null,
  from: Extract<LogProgress, { step: "tiles" }>,
  { leaves: most }: LogPiece,
): Promise<Step> {
  const tiles = newTiles(head?.size ?? 0, from.size).slice(from.done);
  const leaves = tiles.slice(0, most).filter(({ level }) => level === 0);
  if (leaves.length > 0) {
    await writeLeaves(deps, leaves);
    return { progress: { ...from, done: from.done + leaves.length }, writes: [], calls: 2 * leaves.length + 2 };
  }
  const [above] = tiles;
  if (!above) {
    const { date, cursors, size } = from;
    return { progress: { date, cursors, step: "head", size }, writes: [], calls: 1 };
  }
  await writeAbove(deps, above);
  return { progress: { ...from, done: from.done + 1 }, writes: [], calls: above.width + 2 };
}

/** Entries, and the hashes of them. */
async function writeLeaves({ db, proof, hashBytes }: LogDeps, tiles: readonly Tile[]): Promise<void> {
  const first = (tiles[0]?.index ?? 0) * TILE_WIDTH;
  const last = tiles.at(-1);
  const end = last ? last.index * TILE_WIDTH + last.width : first;
  const rows = await db.all<{ body: string }>(
    sql`SELECT body FROM log_entries WHERE place >= ${first} AND place < ${end} ORDER BY place`,
  );
  if (rows.length !== end - first) throw new Error(`the log has no ${end} entries`);
  const entries = rows.map(({ body }) => utf8.encode(body));
  await Promise.all(
    tiles.flatMap((tile) => {
      const from = tile.index * TILE_WIDTH - first;
      const own = entries.slice(from, from + tile.width);
      const hashes = own.map((entry) => hashLeaf(entry, hashBytes));
      return [
        proof.put(keyOf({ ...tile, level: "entries" }), joinEntries(own), asBytes),
        proof.put(keyOf(tile), joinHashes(hashes), asBytes),
      ];
    }),
  );
}

/** Each hash is that of a whole tile below. */
async function writeAbove({ proof, hashBytes }: LogDeps, tile: Tile): Promise<void> {
  const below = await Promise.all(
    Array.from({ length: tile.width }, (_, at) => {
      const index = tile.index * TILE_WIDTH + at;
      return readTile({ proof }, { level: Number(tile.level) - 1, index, width: TILE_WIDTH });
    }),
  );
  await proof.put(keyOf(tile), joinHashes(below.map((one) => hashTogether(hashesIn(one), hashBytes))), asBytes);
}

const asBytes = { httpMetadata: { contentType: "application/octet-stream" } };

/** @throws Error if it is not there */
export async function readTile({ proof }: { proof: Pick<R2Bucket, "get"> }, tile: Tile): Promise<Uint8Array> {
  const file = await proof.get(keyOf(tile));
  if (!file) throw new Error(`${keyOf(tile)} is gone`);
  return new Uint8Array(await file.arrayBuffer());
}
