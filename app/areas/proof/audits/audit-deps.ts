import type { Sha256 } from "~/domain/audit/audit-files";
import type { HashBytes } from "~/domain/audit/owed-tree";
import type { Deps } from "~/core/deps";

export type AuditDeps = Pick<Deps, "db" | "nowMs" | "newId" | "log" | "signLink"> & {
  /** Where the files are published. */
  proof: Pick<R2Bucket, "get" | "put" | "delete">;
  /** Where what only its owner is shown is kept. */
  certificates: Pick<R2Bucket, "get" | "put" | "list" | "delete">;
  sha256: Sha256;
  hashBytes: HashBytes;
};

/** How much a piece reads, so that it fits one run of a Worker: 128 MB, a few seconds of CPU, 30 s a batch. */
export const PIECE = {
  /** Rows of one answer. */
  rows: 5_000,
  /** Transfers. */
  transfers: 20_000,
  /** After how many rows the ledger's head is kept. */
  checkpoint: 1_000,
  accounts: 2_000,
  /** Of the tree of what is owed; a power of two. */
  wallets: 2_048,
  /** Rows of a table whose rules are asked. */
  ruled: 10_000,
  casks: 50,
  /** A piece ends with the cask that reaches it; a larger cask is a piece of its own. */
  stakes: 10_000,
};
export type PieceSize = typeof PIECE;
