import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { auditLog } from "~/db/schema/operations";
import { strayReceipts } from "~/db/schema/reconciliation";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";

// Money that paid for a payment a second time, sent back by hand from our bank because its provider does not refund.

export type StrayRefund = {
  sessionId: string;
  /** By which the transfer is found at the bank or on the chain. */
  reference: string;
  operator: OperatorAccess;
};

export type StrayRefundOutcome =
  { ok: true } | { ok: false; code: "recorded-otherwise" | "nothing-due" | "not-allowed" };

/** The same reference twice is recorded once. It stays in the log: a receipt is refunded once, by us or by hand. */
export function recordStrayRefund(db: Database, refund: StrayRefund): Work<StrayRefundOutcome> {
  const {
    sessionId,
    reference,
    operator: { userId: operatorId, nowMs },
  } = refund;
  const auditId = `manual-refund:stray:${sessionId}`;
  const recorded = sql`EXISTS (SELECT 1 FROM audit_log WHERE id = ${auditId} AND detail = ${reference})`;
  const ours = sql`session_id = ${sessionId} AND state = 'refunding' AND ${recorded}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "manual-refund-recorded",
        subject: sql`'payment:' || ${strayReceipts.paymentId}`,
        detail: reference,
        nowMs,
      },
      {
        from: strayReceipts,
        where: sql`session_id = ${sessionId} AND state = 'refunding'
          AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.id = stray_receipts.payment_id AND payments.user_id = ${operatorId})`,
      },
    ),
    transfer(
      db,
      {
        refersTo: `stray:${sessionId}`,
        name: "refund",
        debit: house.unsettled,
        credit: house.bank,
        amount: strayReceipts.receivedCents,
        currency: "USD",
        reason: "refund",
        nowMs,
      },
      { from: strayReceipts, where: ours },
    ),
    db.run(sql`UPDATE stray_receipts SET state = 'refunded', updated_at_ms = ${nowMs} WHERE ${ours}`),
    db.run(sql`UPDATE differences SET state = 'repaired'
      WHERE id = ${`paid-twice:${sessionId}`} AND state = 'open' AND ${recorded}`),
  ];
  const after = together({
    receipt: row(
      db.select({ state: strayReceipts.state }).from(strayReceipts).where(eq(strayReceipts.sessionId, sessionId)),
    ),
    audit: row(db.select({ detail: auditLog.detail }).from(auditLog).where(eq(auditLog.id, auditId))),
  });
  return mapWork(writeThenRead(statements, after), ({ receipt, audit }): StrayRefundOutcome => {
    if (audit) return audit.detail === reference ? { ok: true } : { ok: false, code: "recorded-otherwise" };
    return { ok: false, code: receipt?.state === "refunding" ? "not-allowed" : "nothing-due" };
  });
}
