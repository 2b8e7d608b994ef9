import { hashLeaf, type Range } from "~/domain/log/merkle";
import { hashesIn, hashRanges, hashTogether, newTiles, TILE_WIDTH, tilePath } from "~/domain/log/tiles";
import { hashBytes } from "~/server/sha256";

export { hashBytes };

export const entryOf = (number: number) => new TextEncoder().encode(`entry ${number}`);
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** A log in memory that grows by the tiles that are new, as the real one does. */
export class LogTree {
  readonly tiles = new Map<string, Uint8Array>();
  size = 0;

  grow(size: number, entry = entryOf): this {
    for (const tile of newTiles(this.size, size)) {
      const { level, index, width } = tile;
      const hashes = Array.from({ length: width }, (_, at) => {
        const number = index * TILE_WIDTH + at;
        if (level === 0) return hashLeaf(entry(number), hashBytes);
        const below = this.tiles.get(tilePath({ level: Number(level) - 1, index: number, width: TILE_WIDTH }));
        return hashTogether(hashesIn(below ?? new Uint8Array()), hashBytes);
      });
      this.tiles.set(tilePath(tile), new Uint8Array(Buffer.concat(hashes)));
    }
    this.size = size;
    return this;
  }

  hashes(ranges: readonly Range[], size = this.size): Uint8Array[] {
    return hashRanges(ranges, { size, bytes: this.tiles }, hashBytes);
  }

  root(size = this.size): Uint8Array {
    return this.hashes([{ from: 0, to: size }], size)[0] as Uint8Array;
  }
}
