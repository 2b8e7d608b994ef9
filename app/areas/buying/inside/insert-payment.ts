import { type SQL, sql } from "drizzle-orm";
import { joiningFeeIncludes, topUpIncludes } from "~/content/payments";
import { dateOf } from "~/domain/calendar-date";
import { HOLD_LIFETIME_MS, MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { isPublished } from "~/areas/casks/is-published";
import { providerOf } from "../payment-mode";
import type { StartPayment, TopUp } from "../start-payment";

// The insert that makes a payment: whoever may not have one, or finds no free stake, inserts nothing.

export function insertPayment(input: StartPayment): SQL {
  if (input.topUp) return insertTopUp(input, input.topUp);
  return input.caskId === null ? insertFeePayment(input) : insertStakePayment(input, input.caskId);
}

function insertTopUp({ paymentId, userId, mode, nowMs, live }: StartPayment, { amountCents }: TopUp): SQL {
  return sql`INSERT INTO payments
      (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    SELECT ${paymentId}, users.id, 'top-up', ${topUpIncludes.name}, ${amountCents}, ${mode}, ${providerOf(mode)},
      ${holdEnd(userId, sql`purpose = 'top-up'`, nowMs)}, ${nowMs}, ${nowMs}
    FROM users WHERE users.id = ${userId} AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL
      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}
    ON CONFLICT DO NOTHING`;
}

function insertStakePayment({ paymentId, userId, mode, nowMs, live }: StartPayment, caskId: string): SQL {
  const today = dateOf(nowMs);
  return sql`INSERT INTO payments
      (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    SELECT ${paymentId}, users.id, 'stake', casks.id, casks.name, casks.cost_per_stake_cents, ${mode}, ${providerOf(mode)},
      ${holdEnd(userId, sql`purpose = 'stake' AND cask_id = ${caskId}`, nowMs)}, ${nowMs}, ${nowMs}
    FROM casks JOIN users ON users.id = ${userId}
    WHERE casks.id = ${caskId} AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL
      AND ${isPublished} AND casks.sales_stopped_at_ms IS NULL AND casks.ended_on IS NULL AND casks.launches_on <= ${today} AND casks.closes_on >= ${today}
      AND casks.sold_stakes + casks.reserved_stakes < casks.total_stakes
      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}
    ON CONFLICT DO NOTHING`;
}

function insertFeePayment({ paymentId, userId, mode, nowMs, live }: StartPayment): SQL {
  return sql`INSERT INTO payments
      (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    SELECT ${paymentId}, users.id, 'joining-fee', ${JOINING_FEE_PRODUCT}, settings.value, ${mode}, ${providerOf(mode)},
      ${holdEnd(userId, sql`purpose = 'joining-fee'`, nowMs)}, ${nowMs}, ${nowMs}
    FROM users JOIN settings ON settings.key = 'joining_fee_cents'
    WHERE users.id = ${userId} AND users.activated_at_ms IS NULL AND users.suspended_at_ms IS NULL AND settings.value > 0
      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}
    ON CONFLICT DO NOTHING`;
}

/** Changing the payment method keeps the end of the first hold, or it could be prolonged for ever. */
function holdEnd(userId: string, sameThing: SQL, nowMs: number): SQL {
  return sql`coalesce((SELECT max(expires_at_ms) FROM payments WHERE user_id = ${userId} AND ${sameThing}
    AND state = 'cancelled' AND reason = 'other-method' AND updated_at_ms = ${nowMs}), ${nowMs + HOLD_LIFETIME_MS})`;
}

function fewerThanMaxOpen(userId: string, nowMs: number): SQL {
  return sql`(SELECT count(*) FROM payments AS others
    WHERE others.user_id = ${userId} AND others.state IN ('created', 'open') AND others.expires_at_ms > ${nowMs}) < ${MAX_OPEN_CHECKOUTS}`;
}

const JOINING_FEE_PRODUCT = joiningFeeIncludes.name;
