import { sql } from "drizzle-orm";
import { row } from "~/db/work";
import type { DayHead, CertificateProof } from "~/domain/audit/audit-files";
import { owedFile, type OwedFile, owedLeaf, owedLevels, owedPath } from "~/domain/audit/owed-tree";
import type { Session } from "~/core/session/session";
import type { Slice } from "./audit-day";
import type { AuditDeps } from "./audit-deps";
import { readStep } from "./audit-store";
import { type KeptWallet, levelsAbove, saltOf, type WalletIndex } from "./audit-wallets";
import { hashLeaf, treePath } from "~/domain/audit/certificate-tree";
import { fromHex, toHex } from "~/domain/hex";
import type { CertificateIndex, KeptCertificate } from "./audit-certificates";

type OwedDeps = Pick<AuditDeps, "db" | "signLink" | "hashBytes"> & { certificates: Pick<R2Bucket, "get"> };

/**
 * The viewer's own path in the tree of what was owed at the end of the last audited day. One round trip.
 * @returns null for a viewer who had no wallet then
 */
export async function proveOwed(deps: OwedDeps, session: Session): Promise<OwedFile | null> {
  const newest = deps.db.all<{ date: string | null }>(sql`SELECT max(date) AS date FROM audits`);
  const { viewer, result } = await session.read(() => row(newest));
  const date = result?.date ?? null;
  if (date === null) return null;
  const [index, head] = await Promise.all([
    readStep<WalletIndex>(deps, date, "owed"),
    readStep<DayHead>(deps, date, "head"),
  ]);
  return index && head && findWallet(deps, { index, head }, viewer.id);
}

async function findWallet(deps: OwedDeps, { index, head }: { index: WalletIndex; head: DayHead }, userId: string) {
  const { width, parts } = index;
  const { date } = head;
  const part = parts.findLastIndex(({ first }) => first <= userId);
  const step = part < 0 ? null : await readStep<Slice<unknown, unknown>>(deps, date, `wallets-${part}`);
  const wallets = (step?.kept ?? []) as KeptWallet[];
  const place = wallets.findIndex(([owner]) => owner === userId);
  if (place < 0) return null;
  const salted = await Promise.all(
    wallets.map(async ([owner, cents]) => ({ userId: owner, cents, salt: await saltOf(deps, date, owner) })),
  );
  const leaves = salted.map((one) => owedLeaf(one, deps.hashBytes));
  const below = owedLevels(leaves, width, deps.hashBytes);
  const above = levelsAbove(index, deps.hashBytes);
  const wallet = salted[place];
  return wallet ? owedFile({ head, wallet, path: [...owedPath(below, place), ...owedPath(above, part)] }) : null;
}

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
