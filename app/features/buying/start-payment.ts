import { eq, type SQL, sql } from "drizzle-orm";
import { joiningFeeIncludes } from "~/content/payments";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { dateOf } from "~/domain/calendar-date";
import { HOLD_LIFETIME_MS, MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import type { PaymentMode } from "./payment-mode";
import { providerOf } from "./payment-mode";

// Makes a payment and, for a stake, its reservation in one batch. Activation, window, free stakes and the session itself
// are conditions of the insert, so nothing can come between the check and the hold. Overdue holds are freed first.

export type StartPayment = {
  /** Chosen before writing: used only if no payment for the same thing is open already. */
  paymentId: string;
  userId: string;
  /** Null: the joining fee. */
  caskId: string | null;
  mode: PaymentMode;
  nowMs: number;
  /** True while the session of the request is alive. */
  live: SQL;
};

/** For `writeAsViewer`; `startedPayment` reads the answer. */
export function startPaymentStatements(db: Database, input: StartPayment) {
  const { paymentId, userId, caskId, mode, nowMs, live } = input;
  const sameThing = caskId === null ? sql`purpose = 'joining-fee'` : sql`purpose = 'stake' AND cask_id = ${caskId}`;
  return [
    db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
      WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND user_id = ${userId}`),
    db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
      WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND cask_id = ${caskId}`),
    // Another way to pay was chosen: the first attempt makes room, and its provider session is closed by the outbox.
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND state IN ('created', 'open') AND mode <> ${mode} AND ${sameThing} AND ${live}`),
    db.run(caskId === null ? insertFeePayment(input) : insertStakePayment(input, caskId)),
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL`),
    db
      .select()
      .from(payments)
      .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${sameThing}`),
    db
      .select()
      .from(casks)
      .where(eq(casks.id, caskId ?? "")),
    db.all<{ openCheckouts: number; activated: number }>(sql`SELECT
      (SELECT count(*) FROM payments WHERE user_id = ${userId} AND state IN ('created', 'open') AND expires_at_ms > ${nowMs}) AS openCheckouts,
      (SELECT count(*) FROM users WHERE id = ${userId} AND activated_at_ms IS NOT NULL) AS activated`),
  ] as const;
}

function insertStakePayment({ paymentId, userId, mode, nowMs, live }: StartPayment, caskId: string): SQL {
  const today = dateOf(nowMs);
  return sql`INSERT INTO payments
      (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    SELECT ${paymentId}, users.id, 'stake', casks.id, casks.name, casks.cost_per_stake_cents, ${mode}, ${providerOf(mode)},
      ${nowMs + HOLD_LIFETIME_MS}, ${nowMs}, ${nowMs}
    FROM casks JOIN users ON users.id = ${userId}
    WHERE casks.id = ${caskId} AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL
      AND casks.launches_on <= ${today} AND casks.closes_on >= ${today}
      AND casks.sold_stakes + casks.reserved_stakes < casks.total_stakes
      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}
    ON CONFLICT DO NOTHING`;
}

function insertFeePayment({ paymentId, userId, mode, nowMs, live }: StartPayment): SQL {
  return sql`INSERT INTO payments
      (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    SELECT ${paymentId}, users.id, 'joining-fee', ${JOINING_FEE_PRODUCT}, settings.value, ${mode}, ${providerOf(mode)},
      ${nowMs + HOLD_LIFETIME_MS}, ${nowMs}, ${nowMs}
    FROM users JOIN settings ON settings.key = 'joining_fee_cents'
    WHERE users.id = ${userId} AND users.activated_at_ms IS NULL AND users.suspended_at_ms IS NULL AND settings.value > 0
      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}
    ON CONFLICT DO NOTHING`;
}

function fewerThanMaxOpen(userId: string, nowMs: number): SQL {
  return sql`(SELECT count(*) FROM payments AS others
    WHERE others.user_id = ${userId} AND others.state IN ('created', 'open') AND others.expires_at_ms > ${nowMs}) < ${MAX_OPEN_CHECKOUTS}`;
}

export const JOINING_FEE_PRODUCT = joiningFeeIncludes.name;
