import type { Sha256 } from "~/domain/audit/audit-files";
import type { HashBytes } from "~/domain/log/merkle";
import type { Deps } from "~/core/deps";

/** Signs for the log. Ed25519 gives the same signature for the same text. */
export type LogKey = {
  /** 32 bytes. */
  publicKey: Uint8Array;
  sign: (text: string) => Promise<Uint8Array>;
};

export type LogDeps = Pick<Deps, "db" | "nowMs" | "log" | "origin"> & {
  /** Where its files are published. */
  proof: Pick<R2Bucket, "get" | "put">;
  sha256: Sha256;
  hashBytes: HashBytes;
  /** The present key, and older ones whose signatures are still wanted. */
  logKeys: () => Promise<readonly [LogKey, ...LogKey[]]>;
};

/** How much one piece does, so that a run of the timer fits one run of a Worker: a thousand calls, 128 MB. */
export const LOG_PIECE = {
  /** Entries that are read and appended together. */
  entries: 2_000,
  /** Tiles of leaves, with their entries. */
  leaves: 16,
  /** Calls of D1 and R2 after which a run stops; a piece makes up to 260. */
  calls: 500,
};
export type LogPiece = typeof LOG_PIECE;

/** The log's name, which every checkpoint begins with: the site's host and /log. */
export const logOrigin = (origin: string): string => `${new URL(origin).host}/log`;

export const LOG_FOLDER = "log";
export const CHECKPOINT_KEY = `${LOG_FOLDER}/checkpoint`;
export const VERIFIER_KEYS_KEY = `${LOG_FOLDER}/key`;
