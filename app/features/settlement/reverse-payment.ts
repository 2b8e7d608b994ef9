import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import type { Payment } from "~/features/buying/started-payment";
import type { Deps } from "~/features/deps";

// The provider gave settled money back, or the card's owner disputes it: the stake is frozen, its certificate void, tokens
// and a pending reward are taken back by new rows. Nothing is deleted, nothing is edited.

type Needs = Pick<Deps, "db" | "nowMs" | "log">;

export type ReverseResult = "reversed" | "needs-operator" | "nothing-to-reverse" | "unknown-payment";

export async function reversePayment(
  deps: Needs,
  event: { eventId: string; providerPaymentId: string; because: "returned" | "disputed"; inFull: boolean },
): Promise<ReverseResult> {
  const [payment] = await deps.db
    .select()
    .from(payments)
    .where(eq(payments.providerPaymentId, event.providerPaymentId));
  // Not ours, or not settled yet: only settlement writes down what the provider calls the money.
  if (!payment) return "unknown-payment";
  // Our own refunds come back as events too: those payments are already refunding or refunded.
  if (payment.state !== "settled" && payment.state !== "disputed") return "nothing-to-reverse";
  if (!event.inFull) return askOperator(deps, payment.id, event.eventId);
  const nowMs = deps.nowMs();
  await deps.db.batch(reversal(deps.db, payment, event.because, nowMs));
  deps.log("payment-reversed", { paymentId: payment.id, code: event.because });
  return "reversed";
}

function reversal(db: Database, payment: Payment, because: "returned" | "disputed", nowMs: number) {
  const state = because === "returned" ? "refunded" : "disputed";
  const refersTo = `payment:${payment.id}`;
  const reversed = sql`EXISTS (SELECT 1 FROM payments WHERE id = ${payment.id} AND state IN ('refunded', 'disputed'))`;
  const income = payment.purpose === "stake" ? "house:stake-sales" : "house:joining-fees";
  const tokens = payment.purpose === "stake" ? TOKENS_FOR_STAKE : TOKENS_FOR_JOINING;
  const transfer = (name: string, debit: string, credit: string, amount: number, currency: "USD" | "TOKEN") =>
    db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT ${`${refersTo}:${name}`}, ${debit}, ${credit}, ${amount}, ${currency}, 'reversal', ${refersTo}, ${nowMs} WHERE ${reversed} ON CONFLICT (id) DO NOTHING`);
  return [
    db.run(
      sql`UPDATE payments SET state = ${state}, reason = ${because}, updated_at_ms = ${nowMs} WHERE id = ${payment.id} AND state IN ('settled', 'disputed')`,
    ),
    db.run(
      sql`UPDATE stakes SET state = 'frozen' WHERE payment_id = ${payment.id} AND state = 'active' AND ${reversed}`,
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE state <> 'void' AND stake_id IN (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND ${reversed}`),
    transfer("reversal", income, `house:${payment.provider}`, payment.amountCents, "USD"),
    transfer("tokens-reversal", `user:${payment.userId}:tokens`, "house:token-issue", tokens, "TOKEN"),
    // A reward that was paid out already stays with the referrer; only a pending one is taken back.
    db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'referral:' || referred_id || ':reversal', 'user:' || referrer_id || ':rewards-pending', 'house:promotions', reward_cents, 'USD', 'reversal',
        'referral:' || referred_id, ${nowMs}
      FROM referrals WHERE payment_id = ${payment.id} AND state = 'pending' AND ${reversed} ON CONFLICT (id) DO NOTHING`),
    db.run(
      sql`UPDATE referrals SET state = 'reversed' WHERE payment_id = ${payment.id} AND state = 'pending' AND ${reversed}`,
    ),
    // A fee paid anew since the first event about this one keeps the account active.
    db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${payment.userId} AND ${payment.purpose === "joining-fee" ? 1 : 0} = 1 AND ${reversed}
      AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${payment.userId} AND purpose = 'joining-fee' AND state = 'settled')`),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      VALUES (${`reverse:${payment.id}:${because}`}, 'system', 'payment-reversed', ${refersTo}, ${because}, ${nowMs}) ON CONFLICT (id) DO NOTHING`),
  ] as const;
}

/** Part of a payment came back: what that means for a stake is a person's decision. */
async function askOperator(deps: Needs, paymentId: string, eventId: string): Promise<ReverseResult> {
  await deps.db.run(sql`INSERT INTO dead_letters (id, origin, body, error, created_at_ms)
    VALUES (${`partial:${eventId}`}, 'refund', ${JSON.stringify({ paymentId, eventId })}, 'partial-refund', ${deps.nowMs()}) ON CONFLICT (id) DO NOTHING`);
  return "needs-operator";
}
