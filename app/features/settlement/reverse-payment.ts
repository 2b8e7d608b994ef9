import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { referrals } from "~/db/schema/rewards";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import type { Payment } from "~/features/buying/started-payment";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { house, rewardsPendingIn, tokensOf } from "~/features/ledger/accounts";
import { recordAudit } from "~/features/ledger/audit";
import { keepDeadLetter } from "~/features/ledger/dead-letter";
import { transfer } from "~/features/ledger/transfer";

// The provider returned settled money, or the card's owner disputes it. The stake is frozen, its certificate voided, and tokens
// and a pending reward are taken back by new rows. Nothing is deleted or edited.

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
  // Not ours, or not settled yet: settlement is what stores the provider's payment id.
  if (!payment) return "unknown-payment";
  // Our own refunds come back as events too; those payments are already refunding or refunded.
  if (payment.state !== "settled" && payment.state !== "disputed") return "nothing-to-reverse";
  if (!event.inFull) return askOperator(deps, payment.id, event.eventId);
  const nowMs = deps.nowMs();
  await runWork(deps.db, writes(...reversal(deps.db, payment, event.because, nowMs)));
  deps.log("payment-reversed", { paymentId: payment.id, code: event.because });
  return "reversed";
}

function reversal(db: Database, payment: Payment, because: "returned" | "disputed", nowMs: number) {
  const state = because === "returned" ? "refunded" : "disputed";
  const reversed = sql`EXISTS (SELECT 1 FROM payments WHERE id = ${payment.id} AND state IN ('refunded', 'disputed'))`;
  return [
    db.run(
      sql`UPDATE payments SET state = ${state}, reason = ${because}, updated_at_ms = ${nowMs} WHERE id = ${payment.id} AND state IN ('settled', 'disputed')`,
    ),
    db.run(
      sql`UPDATE stakes SET state = 'frozen' WHERE payment_id = ${payment.id} AND state = 'active' AND ${reversed}`,
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE state <> 'void' AND stake_id IN (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND ${reversed}`),
    ...takenBack(db, payment, reversed, nowMs),
    db.run(
      sql`UPDATE referrals SET state = 'reversed' WHERE payment_id = ${payment.id} AND state IN ('held', 'pending') AND ${reversed}`,
    ),
    // A fee that was paid again since the first event keeps the account active.
    db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${payment.userId} AND ${payment.purpose === "joining-fee" ? 1 : 0} = 1 AND ${reversed}
      AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${payment.userId} AND purpose = 'joining-fee' AND state = 'settled')`),
    recordAudit(db, {
      id: `reverse:${payment.id}:${because}`,
      actor: "system",
      action: "payment-reversed",
      subject: `payment:${payment.id}`,
      detail: because,
      nowMs,
    }),
  ] as const;
}

/** The income, the tokens and a reward that is still pending. A reward already paid out stays with the referrer. */
function takenBack(db: Database, payment: Payment, reversed: SQL, nowMs: number) {
  const ofPayment = { refersTo: `payment:${payment.id}`, reason: "reversal", nowMs } as const;
  const income = {
    ...ofPayment,
    name: "reversal",
    debit: payment.purpose === "stake" ? house.stakeSales : house.joiningFees,
    credit: house.provider(payment.provider),
    amount: payment.amountCents,
    currency: "USD",
  } as const;
  const tokens = {
    ...ofPayment,
    name: "tokens-reversal",
    debit: tokensOf(payment.userId),
    credit: house.tokenIssue,
    amount: payment.purpose === "stake" ? TOKENS_FOR_STAKE : TOKENS_FOR_JOINING,
    currency: "TOKEN",
  } as const;
  const reward = {
    refersTo: `referral:${payment.userId}`,
    name: "reversal",
    debit: rewardsPendingIn(referrals.referrerId),
    credit: house.promotions,
    amount: referrals.rewardCents,
    currency: "USD",
    reason: "reversal",
    nowMs,
  } as const;
  return [
    transfer(db, income, { where: reversed }),
    transfer(db, tokens, { where: reversed }),
    transfer(db, reward, {
      from: referrals,
      where: sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'pending' AND ${reversed}`,
    }),
  ] as const;
}

/** Part of a payment was returned: an operator must decide what that means for the stake. */
async function askOperator(deps: Needs, paymentId: string, eventId: string): Promise<ReverseResult> {
  await keepDeadLetter(deps.db, {
    id: `partial:${eventId}`,
    origin: "refund",
    body: { paymentId, eventId },
    error: "partial-refund",
    nowMs: deps.nowMs(),
  });
  return "needs-operator";
}
