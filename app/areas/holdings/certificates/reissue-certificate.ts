import { eq, sql } from "drizzle-orm";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { certificates } from "~/db/schema/stakes";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";

/** True while the stake of a row of `certificates` is its holder's, and the holder's account is open. */
export const stakeStands = sql`EXISTS (SELECT 1 FROM stakes JOIN users AS holders ON holders.id = stakes.user_id
  WHERE stakes.id = certificates.stake_id AND stakes.state = 'active' AND holders.closed_at_ms IS NULL)`;

/** True unless the certificate is this person's own: operators do not decide about themselves. Of a row of `certificates`. */
const holdsNo = (userId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.id = certificates.stake_id AND own.user_id = ${userId})`;

type Voiding = {
  certificateId: string;
  /** In the operator's words; the log keeps it. */
  reason: string;
  operator: OperatorAccess;
};

export type VoidOutcome = { ok: true } | { ok: false; code: "no-such-certificate" | "void-otherwise" | "not-allowed" };

/**
 * An operator makes a certificate void: the holder's page and the public page of its code say so. The stake stays its holder's, without a
 * certificate until one is reissued. Repeating it has no further effect.
 */
export function voidCertificate(db: Database, input: Voiding): Work<VoidOutcome> {
  const {
    certificateId,
    reason,
    operator: { userId: operatorId, nowMs },
  } = input;
  const auditId = `void:${certificateId}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "certificate-voided",
        subject: `certificate:${certificateId}`,
        detail: reason,
        nowMs,
      },
      {
        from: certificates,
        where: sql`certificates.id = ${certificateId} AND certificates.state <> 'void' AND ${stakeStands}
          AND ${holdsNo(operatorId)}`,
      },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}, withheld = 1
      WHERE id = ${certificateId} AND state <> 'void' AND EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId})`),
  ];
  const after = together({
    now: row(db.select({ state: certificates.state }).from(certificates).where(eq(certificates.id, certificateId))),
    ours: row(db.all<{ detail: string }>(sql`SELECT detail FROM audit_log WHERE id = ${auditId}`)),
  });
  return mapWork(writeThenRead(statements, after), ({ now, ours }): VoidOutcome => {
    if (ours) return ours.detail === reason ? { ok: true } : { ok: false, code: "void-otherwise" };
    if (!now) return { ok: false, code: "no-such-certificate" };
    return { ok: false, code: now.state === "void" ? "void-otherwise" : "not-allowed" };
  });
}

// The same stake gets a new certificate with a new code: the holder has another name, the old one is lost or was voided. The old code
// says from then on that it was replaced.

type Reissue = {
  certificateId: string;
  /** Chosen before writing. */
  newId: string;
  newCode: string;
  operator: OperatorAccess;
};

export type ReissueOutcome =
  { ok: true; certificateId: string } | { ok: false; code: "no-such-certificate" | "not-reissuable" | "not-allowed" };

/** A second request for the same certificate returns its replacement. */
export function reissueCertificate(db: Database, input: Reissue): Work<ReissueOutcome> {
  const {
    certificateId,
    newId,
    newCode,
    operator: { userId: operatorId, nowMs },
  } = input;
  const auditId = `reissue:${certificateId}`;
  // This batch's own entry: it says which certificate takes the place.
  const decided = sql`EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId} AND audit_log.detail = ${newId})`;
  const canBe = sql`certificates.id = ${certificateId} AND (certificates.state = 'issued' OR certificates.withheld = 1) AND ${stakeStands}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "certificate-reissued",
        subject: `certificate:${certificateId}`,
        detail: newId,
        nowMs,
      },
      { from: certificates, where: sql`${canBe} AND ${holdsNo(operatorId)}` },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = coalesce(voided_at_ms, ${nowMs}), withheld = 0
      WHERE id = ${certificateId} AND ${decided}`),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${newId}, stake_id, ${newCode}, ${`certificates/${newId}.pdf`}, ${nowMs} FROM certificates AS old
      WHERE old.id = ${certificateId} AND ${decided} ON CONFLICT DO NOTHING`),
  ];
  const after = together({
    old: row(
      db
        .select({ canBe: sql<number>`(${canBe})` })
        .from(certificates)
        .where(eq(certificates.id, certificateId)),
    ),
    placed: row(db.all<{ detail: string }>(sql`SELECT detail FROM audit_log WHERE id = ${auditId}`)),
  });
  return mapWork(writeThenRead(statements, after), ({ old, placed }): ReissueOutcome => {
    if (placed) return { ok: true, certificateId: placed.detail };
    if (!old) return { ok: false, code: "no-such-certificate" };
    return { ok: false, code: old.canBe ? "not-allowed" : "not-reissuable" };
  });
}
