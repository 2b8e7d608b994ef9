import type { AuditDay, Sha256 } from "./audit-files";
import { canonicalJson } from "./canonical-json";

/** The hash of everything a day's file says except the hash itself: over its canonical JSON, which holds the hash of the day before. */
export function hashOfDay(day: Omit<AuditDay, "hash">, sha256: Sha256): string {
  const { hash: _, ...rest } = day as AuditDay;
  return sha256(canonicalJson(rest));
}
