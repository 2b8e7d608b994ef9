import { sql } from "drizzle-orm";
import { row } from "~/db/work";
import type { CertificateProof, DayHead } from "~/domain/audit/audit-files";
import { hashLeaf, treePath } from "~/domain/audit/certificate-tree";
import { fromHex, toHex } from "~/domain/hex";
import type { Session } from "~/core/session/session";
import type { CertificateIndex, KeptCertificate } from "./audit-certificates";
import type { Slice } from "./audit-day";
import type { AuditDeps } from "./audit-deps";
import { readStep } from "./audit-store";

type ProofDeps = Pick<AuditDeps, "db" | "hashBytes"> & { certificates: Pick<R2Bucket, "get"> };

/**
 * The path from the last thing that happened to a certificate to the root of the newest audited day, for its owner and for operators. One
 * round trip. @returns null for everyone else, and until the night after it was issued
 */
export async function proveCertificate(
  deps: ProofDeps,
  session: Session,
  certificateId: string,
): Promise<CertificateProof | null> {
  const owned = deps.db.all<{ userId: string; date: string | null }>(sql`SELECT stakes.user_id AS userId,
      (SELECT max(date) FROM audits) AS date
    FROM certificates JOIN stakes ON stakes.id = certificates.stake_id WHERE certificates.id = ${certificateId}`);
  const { viewer, result } = await session.read(() => row(owned));
  if (!result || result.date === null || (result.userId !== viewer.id && viewer.role === "investor")) return null;
  const { date } = result;
  const [index, head] = await Promise.all([
    readStep<CertificateIndex>(deps, date, "certificates"),
    readStep<DayHead>(deps, date, "head"),
  ]);
  return index && head && findCertificate(deps, { index, head }, certificateId);
}

async function findCertificate(
  deps: ProofDeps,
  { index: { parts }, head }: { index: CertificateIndex; head: DayHead },
  certificateId: string,
): Promise<CertificateProof | null> {
  const part = parts.findLastIndex(({ first }) => first <= certificateId);
  const step = part < 0 ? null : await readStep<Slice<unknown, unknown>>(deps, head.date, `certificates-${part}`);
  const kept = (step?.kept ?? []) as KeptCertificate[];
  const place = kept.findLastIndex(([id]) => id === certificateId);
  const certificate = kept[place]?.[1];
  if (!certificate) return null;
  const { hashBytes } = deps;
  const leaves = kept.map(([, leaf]) => hashLeaf(leaf, hashBytes));
  const roots = parts.map(({ hash }) => fromHex(hash));
  const path = [...treePath(leaves, place, hashBytes), ...treePath(roots, part, hashBytes)];
  const before = parts.slice(0, part).reduce((sum, { count }) => sum + count, 0);
  return { version: 1, certificate, head, index: before + place, path: path.map(toHex) };
}
