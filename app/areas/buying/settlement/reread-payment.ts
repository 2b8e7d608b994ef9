import type { Deps } from "~/core/deps";
import { eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/ledger/audit";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { settlePayment } from "./settle-payment";
import { settleDispute } from "./settle-reversal";

const MINUTE_MS = 60_000;

type Reread = { paymentId: string; operator: OperatorAccess };

/** The work of this minute: a second tap asks for nothing more. */
const rereadSubject = (paymentId: string, nowMs: number) => `${paymentId}:${Math.floor(nowMs / MINUTE_MS)}`;

export function askReread(db: Database, { paymentId, operator }: Reread): Work<string | null> {
  const { nowMs } = operator;
  const subject = rereadSubject(paymentId, nowMs);
  const id = outboxId("reread-payment", subject);
  const source = { from: payments, where: sql`payments.id = ${paymentId}` };
  const statements = [
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
      SELECT ${id}, 'reread-payment', ${subject}, ${nowMs}, ${nowMs} FROM payments WHERE ${source.where} ON CONFLICT (id) DO NOTHING`),
    recordAudit(
      db,
      { id: `reread:${subject}`, by: operator, action: "payment-reread", subject: `payment:${paymentId}` },
      source,
    ),
  ];
  const asked = db.all<{ id: string }>(sql`SELECT id FROM outbox WHERE id = ${id}`);
  return mapWork(writeThenRead(statements, row(asked)), (found) => found?.id ?? null);
}

/**
 * An operator wants to know how a payment stands at its provider: [PAYMENT, MINUTE]. The answer is acted on as an event would be: what
 * was paid is settled, what has expired ends, and a dispute takes back or gives again. @throws ProviderError
 */
export async function rereadPayment(deps: Deps, subjectId: string): Promise<string> {
  const [paymentId = ""] = subjectId.split(":");
  const { state } = await settlePayment(deps, { paymentId });
  if (state !== "done") return state;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.providerPaymentId || payment.state === "refunding") return state;
  return settleDispute(deps, {
    providerPaymentId: payment.providerPaymentId,
    eventId: `reread:${subjectId}`,
  });
}
