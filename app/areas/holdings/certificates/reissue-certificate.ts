import { eq, sql, type SQL } from "drizzle-orm";
import type { HolderName } from "~/areas/accounts/profile/name-holder";
import { type Actor, byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { nameCorrections } from "~/db/schema/people";
import { certificates } from "~/db/schema/stakes";
import { mapWork, row, rows, type Statement, together, type Work, writeThenRead } from "~/db/work";

type Replacement = { old: string; id: string; code: string };

type Replacing = { actor: Actor; nowMs: number; list: SQL; may: SQL };

function replaceCertificates(db: Database, { actor, nowMs, list, may }: Replacing): Statement[] {
  const newId = sql`(SELECT value ->> 'id' FROM ${list} WHERE value ->> 'old' = certificates.id)`;
  const made = sql`${list} AS one JOIN certificates AS old ON old.id = one.value ->> 'old'
    JOIN audit_log ON audit_log.id = 'reissue:' || old.id AND audit_log.detail = one.value ->> 'id'`;
  return [
    recordAudit(
      db,
      {
        id: sql`'reissue:' || certificates.id`,
        actor,
        action: "certificate-reissued",
        subject: sql`'certificate:' || certificates.id`,
        detail: newId,
        nowMs,
      },
      {
        from: certificates,
        where: sql`certificates.id IN (SELECT value ->> 'old' FROM ${list}) AND certificates.state = 'issued' AND ${stakeStands} AND ${may}`,
      },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE id IN (SELECT old.id FROM ${made}) AND state = 'issued' AND ${may}`),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT one.value ->> 'id', old.stake_id, one.value ->> 'code', 'certificates/' || (one.value ->> 'id') || '.pdf', ${nowMs}
      FROM ${made} WHERE ${may} ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, done_at_ms, outcome, created_at_ms)
      SELECT 'send-notice:' || subject, 'send-notice', subject, 'certificate-ready', ${nowMs}, ${nowMs}, 'superseded', ${nowMs}
      FROM (SELECT 'certificate-ready:' || (one.value ->> 'id') AS subject FROM ${made} WHERE ${may}) WHERE true ON CONFLICT (id) DO NOTHING`),
  ];
}

const standing = (
  userId: string,
) => sql`SELECT certificates.id FROM stakes JOIN certificates ON certificates.stake_id = stakes.id
  WHERE stakes.user_id = ${userId} AND stakes.state = 'active' AND certificates.state = 'issued'`;

export const readStandingCertificates = (db: Database, userId: string): Work<string[]> =>
  mapWork(rows(db.all<{ id: string }>(standing(userId))), (found) => found.map(({ id }) => id));

type Correction = {
  userId: string;
  holder: HolderName;
  reason: string;
  correctionId: string;
  /** One for each certificate that stands: if another was issued since they were read, nothing is corrected. */
  replacements: readonly Replacement[];
  operator: OperatorAccess;
};

export type NameCorrected = { ok: true } | { ok: false; code: "changed-meanwhile" | "not-allowed" };

export function correctName(db: Database, correction: Correction): Work<NameCorrected> {
  const { userId, holder, reason, correctionId, replacements, operator } = correction;
  const { userId: operatorId, nowMs } = operator;
  const list = sql`json_each(${JSON.stringify(replacements)})`;
  const isSame = sql`users.full_name IS ${holder.fullName} AND users.name_on_certificate IS ${holder.onCertificate}`;
  const mayCorrect = sql`users.id = ${userId} AND users.closed_at_ms IS NULL AND users.id <> ${operatorId}`;
  const allCovered = sql`NOT EXISTS (SELECT 1 FROM (${standing(userId)}) AS stands WHERE stands.id NOT IN (SELECT value ->> 'old' FROM ${list}))`;
  const isKept = sql`EXISTS (SELECT 1 FROM name_corrections WHERE id = ${correctionId})`;
  const statements = [
    db.run(sql`INSERT INTO name_corrections (id, user_id, full_name_was, on_certificate_was, full_name, on_certificate, reason, operator_id, created_at_ms)
      SELECT ${correctionId}, users.id, users.full_name, users.name_on_certificate, ${holder.fullName}, ${holder.onCertificate}, ${reason}, ${operatorId}, ${nowMs}
      FROM users WHERE ${mayCorrect} AND NOT (${isSame}) AND ${allCovered}`),
    db.run(sql`UPDATE users SET full_name = ${holder.fullName}, name_on_certificate = ${holder.onCertificate}
      WHERE users.id = ${userId} AND ${isKept}`),
    ...replaceCertificates(db, { actor: byOperator(operatorId), nowMs, list, may: isKept }),
    recordAudit(
      db,
      {
        id: `name-corrected:${correctionId}`,
        by: operator,
        action: "name-corrected",
        subject: byUser(userId),
        detail: correctionId,
      },
      { from: nameCorrections, where: sql`id = ${correctionId}` },
    ),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      SELECT 'send-notice:' || subject, 'send-notice', subject, 'name-corrected', ${nowMs}, ${nowMs}
      FROM (SELECT 'name-corrected:' || id || ':' || (SELECT count(*) FROM ${list}) AS subject FROM name_corrections WHERE id = ${correctionId})
      WHERE true ON CONFLICT (id) DO NOTHING`),
  ];
  const query = db.all<{ same: number; may: number }>(
    sql`SELECT ${isSame} AS same, ${mayCorrect} AS may FROM users WHERE users.id = ${userId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): NameCorrected => {
    if (now?.may !== 1) return { ok: false, code: "not-allowed" };
    return now.same === 1 ? { ok: true } : { ok: false, code: "changed-meanwhile" };
  });
}

/** True while the stake of a row of `certificates` is its holder's, and the holder's account is open. */
const stakeStands = sql`EXISTS (SELECT 1 FROM stakes JOIN users AS holders ON holders.id = stakes.user_id
  WHERE stakes.id = certificates.stake_id AND stakes.state = 'active' AND holders.closed_at_ms IS NULL)`;

/** Operators do not decide about themselves. */
const holdsNo = (userId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.id = certificates.stake_id AND own.user_id = ${userId})`;

type Voiding = { certificateId: string; reason: string; operator: OperatorAccess };

export type VoidOutcome = { ok: true } | { ok: false; code: "no-such-certificate" | "void-otherwise" | "not-allowed" };

export function voidCertificate(db: Database, input: Voiding): Work<VoidOutcome> {
  const { certificateId, reason, operator } = input;
  const { userId: operatorId, nowMs } = operator;
  const auditId = `void:${certificateId}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "certificate-voided",
        subject: `certificate:${certificateId}`,
        detail: reason,
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

type Reissue = { certificateId: string; newId: string; newCode: string; operator: OperatorAccess };

export type ReissueOutcome =
  { ok: true; certificateId: string } | { ok: false; code: "no-such-certificate" | "not-reissuable" | "not-allowed" };

export function reissueCertificate(db: Database, input: Reissue): Work<ReissueOutcome> {
  const { certificateId, newId, newCode, operator } = input;
  const { userId: operatorId, nowMs } = operator;
  const auditId = `reissue:${certificateId}`;
  const decided = sql`EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId} AND audit_log.detail = ${newId})`;
  const canBe = sql`certificates.id = ${certificateId} AND (certificates.state = 'issued' OR certificates.withheld = 1) AND ${stakeStands}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "certificate-reissued",
        subject: `certificate:${certificateId}`,
        detail: newId,
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
