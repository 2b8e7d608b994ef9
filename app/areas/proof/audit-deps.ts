import type { Sha256 } from "~/domain/audit/audit-files";
import type { HashBytes } from "~/domain/audit/owed-tree";
import type { Deps } from "~/core/deps";

export type AuditDeps = Pick<Deps, "db" | "nowMs" | "log" | "signLink"> & {
  /** Where the files are published. */
  proof: Pick<R2Bucket, "get" | "put">;
  /** Where the results of steps are kept, which are not public. */
  certificates: Pick<R2Bucket, "get" | "put" | "list" | "delete">;
  sha256: Sha256;
  hashBytes: HashBytes;
  /** The present one first. */
  signingKeys: () => Promise<readonly [SigningKey, ...SigningKey[]]>;
};

/** Signs days. Ed25519 gives the same signature for the same text. */
export type SigningKey = {
  /** 32 bytes. */
  publicKey: Uint8Array;
  sign: (text: string) => Promise<Uint8Array>;
};

/** The day that is audited. */
export type Day = {
  date: string;
  /** The midnight after it. */
  endMs: number;
};

/** How much a step reads, so that it fits one run of a Worker: 128 MB, a few seconds of CPU, 30 s a batch. */
export const SLICE = {
  /** Rows of one answer. */
  rows: 5_000,
  /** Transfers. */
  transfers: 40_000,
  /** After how many rows the ledger's head is kept. */
  checkpoint: 1_000,
  accounts: 5_000,
  /** Of the tree of what is owed; a power of two. */
  wallets: 2_048,
  /** Leaves of the tree of certificates; a power of two. */
  certificates: 4_096,
  /** Rows of a table whose rules are checked. */
  ruled: 10_000,
  casks: 50,
  /** A slice ends with the cask that reaches it; a larger cask is a slice of its own. */
  stakes: 10_000,
};
export type SliceSize = typeof SLICE;
