import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { each, row, type Work, writeThenRead } from "~/db/work";
import type { Payment } from "./started-payment";

/** A checkout session that a provider has made for a payment. */
export type OpenedSession = { paymentId: string; sessionId: string; url: string };

/** What a payment has become. */
export type PaymentOutcome = Pick<Payment, "state" | "reason"> & { url: string | null; sessionId: string | null };

/**
 * Keeps sessions with their payments. The first session written wins; a second one from a double click is never shown to anyone, and the
 * same written again changes nothing. @returns what each payment is then
 */
export function keepSessions(
  db: Database,
  opened: readonly OpenedSession[],
  nowMs: number,
): Work<(PaymentOutcome | undefined)[]> {
  const statements = opened.map(({ paymentId, sessionId, url }) =>
    db.run(sql`UPDATE payments SET state = 'open', provider_session_id = ${sessionId}, checkout_url = ${url}, updated_at_ms = ${nowMs}
      WHERE id = ${paymentId} AND state = 'created'`),
  );
  return writeThenRead(statements, each(opened.map(({ paymentId }) => row(outcomeQuery(db, paymentId)))));
}

export function outcomeQuery(db: Database, paymentId: string) {
  const { state, reason, checkoutUrl: url, providerSessionId: sessionId } = payments;
  return db.select({ state, reason, url, sessionId }).from(payments).where(eq(payments.id, paymentId));
}
