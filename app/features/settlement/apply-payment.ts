import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import type { Payment } from "~/features/buying/started-payment";
import type { Deps } from "~/features/deps";
import type { SessionState } from "~/integrations/payments/port";
import { feeStatements } from "./apply-fee";
import type { ApplyInput } from "./apply-input";
import { stakeStatements } from "./apply-stake";

// Money that the provider confirmed becomes exactly one thing: what was bought, or a refund that is due. One batch, every
// statement of which asks the row it depends on, so a replay or a second copy at the same time changes nothing.

export type AppliedState = "settled" | "refunding" | "done";

export async function applyPayment(
  deps: Pick<Deps, "db" | "nowMs" | "newId" | "newCode">,
  payment: Payment,
  session: SessionState,
): Promise<AppliedState> {
  const { db } = deps;
  const input: ApplyInput = {
    payment,
    nowMs: deps.nowMs(),
    stakeId: deps.newId("stk"),
    certificateId: deps.newId("crt"),
    certificateCode: deps.newCode(),
  };
  const rightMoney =
    session.amountCents === payment.amountCents && session.currency === "USD" && session.paymentId === payment.id;
  const apply = !rightMoney ? [] : payment.purpose === "stake" ? stakeStatements(db, input) : feeStatements(db, input);
  const reason = !rightMoney ? "wrong-amount" : payment.purpose === "stake" ? "no-stake-left" : "already-activated";
  const results = await db.batch([
    markPaid(db, input, session),
    recordReceived(db, input),
    ...apply,
    // What could not be applied is given back; the outbox row for it comes with this change of state.
    db.run(
      sql`UPDATE payments SET state = 'refunding', reason = ${reason}, updated_at_ms = ${input.nowMs} WHERE id = ${payment.id} AND state = 'paid'`,
    ),
    recordSale(db, input),
    recordTokens(db, input),
    recordDecision(db, input),
    db.select({ state: payments.state }).from(payments).where(eq(payments.id, payment.id)),
  ]);
  const rows = results.at(-1) as { state: Payment["state"] }[];
  const state = rows[0]?.state;
  return state === "settled" || state === "refunding" ? state : "done";
}

const houseOf = (payment: Payment) => `house:${payment.provider}`;
const refersTo = (payment: Payment) => `payment:${payment.id}`;

function markPaid(db: Database, { payment, nowMs }: ApplyInput, session: SessionState) {
  return db.run(sql`UPDATE payments SET state = 'paid', received_cents = ${session.amountCents}, provider_payment_id = ${session.providerPaymentId},
      provider_session_id = coalesce(provider_session_id, ${session.sessionId}), updated_at_ms = ${nowMs}
    WHERE id = ${payment.id} AND state IN ('created', 'open', 'expired', 'cancelled', 'failed')`);
}

/** What came in is owed to the buyer until it is applied or given back: `house:unsettled` may never go below zero. */
function recordReceived(db: Database, { payment, nowMs }: ApplyInput) {
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${`${refersTo(payment)}:received`}, ${houseOf(payment)}, 'house:unsettled', received_cents, 'USD', 'payment-received', ${refersTo(payment)}, ${nowMs}
    FROM payments WHERE id = ${payment.id} AND state = 'paid' AND received_cents > 0 ON CONFLICT (id) DO NOTHING`);
}

function recordSale(db: Database, { payment, nowMs }: ApplyInput) {
  const [account, reason] =
    payment.purpose === "stake" ? ["house:stake-sales", "stake-sale"] : ["house:joining-fees", "joining-fee"];
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${`${refersTo(payment)}:applied`}, 'house:unsettled', ${account}, amount_cents, 'USD', ${reason}, ${refersTo(payment)}, ${nowMs}
    FROM payments WHERE id = ${payment.id} AND state = 'settled' ON CONFLICT (id) DO NOTHING`);
}

function recordTokens(db: Database, { payment, nowMs }: ApplyInput) {
  const tokens = payment.purpose === "stake" ? TOKENS_FOR_STAKE : TOKENS_FOR_JOINING;
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${`${refersTo(payment)}:tokens`}, 'house:token-issue', ${`user:${payment.userId}:tokens`}, ${tokens}, 'TOKEN', 'tokens-earned', ${refersTo(payment)}, ${nowMs}
    FROM payments WHERE id = ${payment.id} AND state = 'settled' ON CONFLICT (id) DO NOTHING`);
}

function recordDecision(db: Database, { payment, nowMs }: ApplyInput) {
  return db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
    SELECT ${`settle:${payment.id}`}, 'system', 'payment-' || state, ${refersTo(payment)}, reason, ${nowMs}
    FROM payments WHERE id = ${payment.id} AND state IN ('settled', 'refunding') ON CONFLICT (id) DO NOTHING`);
}
