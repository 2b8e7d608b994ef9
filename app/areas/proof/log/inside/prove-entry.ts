import { writeLogProof } from "~/domain/log/log-proof";
import { inclusionRanges } from "~/domain/log/merkle";
import type { LogDeps } from "../log-deps";
import { hashTree } from "./hash-tree";

/** An entry of the log, and a checkpoint that counts it. */
export type LoggedEntry = { body: string; place: number; size: number; checkpoint: string };

export type ProofDeps = Pick<LogDeps, "db" | "hashBytes"> & { proof: Pick<R2Bucket, "get"> };

/** That the entry stands in the log, as a file (C2SP tlog-proof). @throws Error if a tile is gone */
export async function proveEntry(deps: ProofDeps, { body, place: index, size, checkpoint }: LoggedEntry) {
  const hashes = await hashTree(deps, inclusionRanges(index, size), size);
  return writeLogProof({ entry: new TextEncoder().encode(body), index, hashes, checkpoint });
}
