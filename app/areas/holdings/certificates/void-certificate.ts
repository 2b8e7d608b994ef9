import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { certificates } from "~/db/schema/stakes";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { holdsNo, stakeStands } from "./inside/certificate-conditions";

export type Voiding = {
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
