import { eq, sql } from "drizzle-orm";
import type { verifyTexts } from "~/content/certificate-texts";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { certificates, stakes } from "~/db/schema/stakes";
import { row, runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { newestAudit } from "../portfolio/held-stakes";

const MOST = 60;

function slug(text: string, others: RegExp): string {
  const whole = text.toLowerCase().replace(others, "-").replace(/^-+/, "");
  return [...whole].slice(0, MOST).join("").replace(/-+$/, "");
}

export function certificateDisposition(caskName: string, stakeNumber: number): string {
  const plain = slug(caskName.normalize("NFKD").replace(/\p{M}/gu, ""), /[^a-z0-9]+/g);
  const whole = slug(caskName.normalize("NFC"), /[^\p{L}\p{M}\p{N}]+/gu);
  const nameOf = (cask: string) => ["dunnage", cask, "stake", stakeNumber].filter((part) => part !== "").join("-");
  return `inline; filename="${nameOf(plain)}.pdf"; filename*=UTF-8''${encodeURIComponent(`${nameOf(whole)}.pdf`)}`;
}

export async function readCertificateFile({ db }: Deps, session: Session, certificateId: string) {
  const { viewer, result } = await session.read(() => row(certificateFileQuery(db, certificateId)));
  if (!result || result.state !== "issued") return null;
  return result.userId === viewer.id || viewer.role !== "investor" ? result : null;
}

function certificateFileQuery(db: Database, certificateId: string) {
  return db
    .select({
      state: certificates.state,
      r2Key: certificates.r2Key,
      userId: stakes.userId,
      stakeNumber: stakes.number,
      caskName: casks.name,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .where(eq(certificates.id, certificateId));
}

export const readPublicCertificate = (db: Database, code: string) => runWork(db, row(publicCertificateQuery(db, code)));

type PublicCertificate = NonNullable<Awaited<ReturnType<typeof readPublicCertificate>>>;

function publicCertificateQuery(db: Database, code: string) {
  return db
    .select({
      state: certificates.state,
      sha256: certificates.sha256,
      issuedAtMs: certificates.issuedAtMs,
      voidedAtMs: certificates.voidedAtMs,
      madeAtMs: certificates.createdAtMs,
      caskId: stakes.caskId,
      stakeNumber: stakes.number,
      caskName: casks.name,
      caskType: casks.caskType,
      totalStakes: casks.totalStakes,
      endedOn: casks.endedOn,
      resoldAtMs: stakes.resoldAtMs,
      replaced: sql<number>`EXISTS (SELECT 1 FROM certificates AS newer
        WHERE newer.stake_id = ${certificates.stakeId} AND newer.state <> 'void' AND newer.id <> ${certificates.id})`.as(
        "replaced",
      ),
      auditedOn: newestAudit,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .where(eq(certificates.code, code));
}

export type VerifiedCertificate = Pick<PublicCertificate, "caskName" | "caskType" | "stakeNumber" | "totalStakes"> & {
  issuedOn: string;
  sha256: string;
};

export type Verification =
  | { state: "unknown" }
  | { state: "valid"; certificate: VerifiedCertificate }
  | { state: keyof typeof verifyTexts.since; certificate: VerifiedCertificate; since: string };

export function verification(row: PublicCertificate | undefined): Verification {
  // Not issued yet, or voided before it was: there is no file whose hash could be shown.
  if (!row?.sha256 || row.issuedAtMs === null) return { state: "unknown" };
  const { caskName, caskType, stakeNumber, totalStakes, sha256 } = row;
  const certificate = { caskName, caskType, stakeNumber, totalStakes, issuedOn: dateOf(row.issuedAtMs), sha256 };
  if (row.resoldAtMs !== null && row.state === "void")
    return { state: "resold", certificate, since: dateOf(row.resoldAtMs) };
  if (row.state === "void" && row.voidedAtMs !== null)
    return { state: row.replaced === 1 ? "replaced" : "void", certificate, since: dateOf(row.voidedAtMs) };
  if (row.endedOn !== null) return { state: "ended", certificate, since: row.endedOn };
  return { state: "valid", certificate };
}
