import { eq, sql } from "drizzle-orm";
import { AUDIT_PATH } from "~/content/page-paths";
import type { Deps } from "~/core/deps";
import { notify } from "~/core/outbox/enqueue";
import { runWork, writes } from "~/db/work";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import { hashBytes, registerMark } from "~/domain/audit/hashes";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { CaskKind, CaskType } from "~/domain/cask-shape";
import { groupCode } from "~/domain/certificate-code";
import { toHex } from "~/domain/hex";
import { firstPrintable } from "~/domain/tidy-text";

export type CertificateFacts = {
  holderName: string;
  /** The holder writes the name in other letters and gave this for the certificate. */
  transliterated: boolean;
  caskName: string;
  caskKind: CaskKind;
  caskType?: CaskType;
  distillery: string;
  caskNumber: string | null;
  stakeNumber: number;
  totalStakes: number;
  issuedOn: CalendarDate;
  purchasedOn: CalendarDate;
  amountCents: number;
  warehouse: string;
  code: string;
  verifyUrl: string;
  registerMark: string;
  auditUrl: string;
};

// Makes the PDF of a stake exactly once: a create-only put under the certificate's key, then a conditional update with the
// hash of what was really stored. A crash between the two is repaired by running again.

export type IssueDeps = Deps & {
  certificates: Pick<R2Bucket, "put" | "get" | "delete">;
  renderCertificate: (facts: CertificateFacts) => Promise<Uint8Array>;
};

export async function issueCertificate(deps: IssueDeps, certificateId: string): Promise<"issued" | "nothing-to-issue"> {
  const [row] = await deps.db
    .select({
      certificate: certificates,
      stake: stakes,
      cask: casks,
      holder: {
        fullName: users.fullName,
        nameOnCertificate: users.nameOnCertificate,
        email: users.email,
        phone: users.phone,
      },
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(eq(certificates.id, certificateId));
  if (row?.certificate.state !== "pending") return "nothing-to-issue";
  const { certificate, stake, cask, holder } = row;
  const marked = { certificateCode: certificate.code, stakeNumber: stake.number, caskId: cask.id };
  const pdf = await deps.renderCertificate({
    holderName: firstPrintable(holder.nameOnCertificate, holder.fullName) ?? holder.email ?? `+${holder.phone}`,
    transliterated: holder.nameOnCertificate !== null && holder.nameOnCertificate !== holder.fullName,
    caskName: cask.name,
    caskKind: cask.kind,
    caskType: cask.caskType,
    distillery: cask.distillery,
    caskNumber: cask.caskNumber,
    stakeNumber: stake.number,
    totalStakes: cask.totalStakes,
    issuedOn: dateOf(certificate.createdAtMs),
    purchasedOn: dateOf(stake.purchasedAtMs),
    amountCents: stake.priceCents,
    warehouse: cask.warehouse,
    code: certificate.code,
    verifyUrl: `${deps.origin}/verify/${groupCode(certificate.code)}`,
    registerMark: registerMark(marked),
    auditUrl: `${deps.origin}${AUDIT_PATH}`,
  });
  const stored = await storeOnce(deps, certificate.r2Key, new Uint8Array(pdf));
  const sha256 = toHex(hashBytes(stored));
  const nowMs = deps.nowMs();
  const issue = deps.db
    .run(sql`UPDATE certificates SET state = 'issued', sha256 = ${sha256}, size_bytes = ${stored.byteLength}, issued_at_ms = ${nowMs}
    WHERE id = ${certificateId} AND state = 'pending'`);
  const tell = notify(deps.db, "certificate-ready", {
    subject: certificateId,
    nowMs,
    of: sql`FROM certificates WHERE id = ${certificateId} AND state = 'issued'`,
  });
  await runWork(deps.db, writes(issue, tell));
  deps.log("certificate-issued", { certificateId, stakeId: stake.id });
  return "issued";
}

async function storeOnce(deps: IssueDeps, key: string, pdf: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const created = await deps.certificates.put(key, pdf, {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/pdf" },
  });
  if (created) return pdf;
  const existing = await deps.certificates.get(key);
  if (!existing) throw new Error("certificate store refused the file and holds none");
  return new Uint8Array(await existing.arrayBuffer());
}

/** The files hold a name; codes and hashes stay, so that a copy kept elsewhere can still be compared. */
export async function eraseCertificates(
  { db, certificates: bucket, log }: Pick<IssueDeps, "db" | "certificates" | "log">,
  userId: string,
): Promise<"erased" | "not-closed"> {
  const [user] = await db.select({ closedAtMs: users.closedAtMs }).from(users).where(eq(users.id, userId));
  if (!user?.closedAtMs) return "not-closed";
  const files = await db
    .select({ key: certificates.r2Key })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .where(eq(stakes.userId, userId));
  for (let at = 0; at < files.length; at += MOST_AT_ONCE)
    await bucket.delete(files.slice(at, at + MOST_AT_ONCE).map(({ key }) => key));
  log("certificates-erased", { userId, count: files.length });
  return "erased";
}

const MOST_AT_ONCE = 1000;
