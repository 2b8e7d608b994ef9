import type { AuditDay, DayHead, Sha256 } from "./audit-files";
import { canonicalJson } from "./canonical-json";

/** The hash of everything a day's file says except hash and signature: over its canonical JSON, which holds the hash of the day before. */
export function hashOfDay(day: Omit<AuditDay, "hash" | "signature">, sha256: Sha256): string {
  const { hash: _, signature: __, ...rest } = day as AuditDay;
  return sha256(canonicalJson(rest));
}

/** What is signed of a day. */
export const signedText = ({ certificates, date, hash, owed }: Omit<DayHead, "signature">): string =>
  canonicalJson({ certificates, date, hash, owed });
