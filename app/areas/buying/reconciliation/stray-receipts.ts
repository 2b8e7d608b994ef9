import { and, eq, sql } from "drizzle-orm";
import { refundUnlessLost } from "~/areas/buying/settlement/refund-payment";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { auditLog } from "~/db/schema/operations";
import { type Payment, strayReceipts } from "~/db/schema/payments";
import { mapWork, row, runWork, together, type Work, writes, writeThenRead } from "~/db/work";
import {
  ProviderError,
  type ProviderName,
  type RefundOutcome,
  type RefundRequest,
  type SessionState,
} from "~/integrations/payments/port";
import type { ReconcileDeps } from "./record-difference";

// Money that paid for a payment a second time. One batch records it as received and owed; then it is refunded under a key of
// its own. Repeating this finds the same rows and the same refund.

/** @throws ProviderError */
export async function keepStray(
  deps: ReconcileDeps,
  provider: ProviderName,
  session: SessionState,
  payment: Payment,
): Promise<"repaired" | "open" | "not-needed"> {
  const { sessionId, providerPaymentId } = session;
  const amountCents = strayCents(session, payment);
  // Without a whole number of cents nothing can be recorded or refunded: an operator must look at it.
  if (!amountCents || session.currency !== "USD") return "open";
  const nowMs = deps.nowMs();
  const statements = [
    deps.db
      .run(sql`INSERT INTO stray_receipts (session_id, provider, payment_id, provider_payment_id, received_cents, created_at_ms, updated_at_ms)
      VALUES (${sessionId}, ${provider}, ${payment.id}, ${providerPaymentId}, ${amountCents}, ${nowMs}, ${nowMs}) ON CONFLICT (session_id) DO NOTHING`),
    transfer(
      deps.db,
      {
        refersTo: `stray:${sessionId}`,
        name: "received",
        debit: house.provider(provider),
        credit: house.unsettled,
        amount: strayReceipts.receivedCents,
        reason: "payment-received",
        nowMs,
      },
      { from: strayReceipts, where: sql`session_id = ${sessionId}` },
    ),
  ];
  const state = deps.db.select({ state: strayReceipts.state }).from(strayReceipts);
  const kept = row(state.where(eq(strayReceipts.sessionId, sessionId)));
  const receipt = await runWork(deps.db, writeThenRead(statements, kept));
  if (receipt?.state === "refunded") return "not-needed";
  return (await refundStray(deps, sessionId)) === "refunded" ? "repaired" : "open";
}

/** What came after the first part of a session, if that was sent back. */
function strayCents(session: SessionState, payment: Payment): number | null {
  const arrived = session.paid ? session.amountCents : (session.arrivedCents ?? null);
  const isOwn = payment.reason === "underpaid" && session.sessionId === payment.providerSessionId;
  return arrived === null || !isOwn ? arrived : arrived - (payment.receivedCents ?? 0);
}

/** @throws ProviderError */
async function refundStray(deps: ReconcileDeps, sessionId: string): Promise<"refunded" | "open"> {
  const [stray] = await deps.db
    .select()
    .from(strayReceipts)
    .where(and(eq(strayReceipts.sessionId, sessionId), eq(strayReceipts.state, "refunding")));
  if (!stray?.providerPaymentId) return "open";
  const status = await askForRefund(deps, {
    provider: stray.provider,
    paymentId: `stray:${sessionId}`,
    providerPaymentId: stray.providerPaymentId,
    amountCents: stray.receivedCents,
  });
  if (status !== "refunded" && status !== "pending") return "open";
  const nowMs = deps.nowMs();
  const work = writes(
    deps.db.run(sql`UPDATE stray_receipts SET state = 'refunded', updated_at_ms = ${nowMs}
      WHERE session_id = ${sessionId} AND state = 'refunding'`),
    transfer(
      deps.db,
      {
        refersTo: `stray:${sessionId}`,
        name: "refund",
        debit: house.unsettled,
        credit: house.provider(stray.provider),
        amount: strayReceipts.receivedCents,
        reason: "refund",
        nowMs,
      },
      { from: strayReceipts, where: sql`session_id = ${sessionId} AND state = 'refunded'` },
    ),
    deps.db.run(
      sql`UPDATE differences SET state = 'repaired' WHERE id = ${`paid-twice:${sessionId}`} AND state = 'open'`,
    ),
    recordAudit(deps.db, {
      id: `refund-stray:${sessionId}`,
      actor: "system",
      action: "stray-refunded",
      subject: `payment:${stray.paymentId}`,
      nowMs,
    }),
  );
  await runWork(deps.db, work);
  deps.log("stray-refunded", { paymentId: stray.paymentId, provider: stray.provider });
  return "refunded";
}

/** `refused`: temporarily or permanently; either way the next run asks again, and the rest of this one goes on. */
async function askForRefund(
  deps: ReconcileDeps,
  { provider, ...request }: RefundRequest & { provider: ProviderName },
): Promise<RefundOutcome["status"] | "refused"> {
  try {
    return (await refundUnlessLost(deps, provider, request)).status;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
    deps.log("stray-refund-refused", { provider, paymentId: request.paymentId });
    return "refused";
  }
}

/** Resumes interrupted refunds of stray receipts, at most 50 per run. */
export async function retryStrays(deps: ReconcileDeps, provider: ProviderName): Promise<void> {
  const rows = await deps.db.all<{ session_id: string }>(
    sql`SELECT session_id FROM stray_receipts WHERE state = 'refunding' AND provider = ${provider} ORDER BY created_at_ms LIMIT 50`,
  );
  for (const { session_id: sessionId } of rows) await refundStray(deps, sessionId);
}

type StrayRefund = {
  sessionId: string;
  /** By which the transfer is found at the bank or on the chain. */
  reference: string;
  operator: OperatorAccess;
};

export type StrayRefundOutcome =
  { ok: true } | { ok: false; code: "recorded-otherwise" | "nothing-due" | "not-allowed" };

/**
 * It was sent back by hand from our bank, because its provider does not refund. The same reference twice is recorded once. It stays in the log: a receipt is
 * refunded once, by us or by hand.
 */
export function recordStrayRefund(db: Database, refund: StrayRefund): Work<StrayRefundOutcome> {
  const { sessionId, reference, operator } = refund;
  const { userId: operatorId, nowMs } = operator;
  const auditId = `manual-refund:stray:${sessionId}`;
  const recorded = sql`EXISTS (SELECT 1 FROM audit_log WHERE id = ${auditId} AND detail = ${reference})`;
  const ours = sql`session_id = ${sessionId} AND state = 'refunding' AND ${recorded}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "manual-refund-recorded",
        subject: sql`'payment:' || ${strayReceipts.paymentId}`,
        detail: reference,
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
