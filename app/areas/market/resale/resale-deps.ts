import type { Deps } from "~/core/deps";
import type { Sha256 } from "~/domain/audit/audit-files";

export type ResaleDeps = Pick<Deps, "db" | "nowMs" | "newId" | "newCode" | "log"> & {
  /** Where the roots and results of rounds are published. */
  proof: Pick<R2Bucket, "put">;
  sha256: Sha256;
};
