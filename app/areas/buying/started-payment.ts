import { type SQL, sql } from "drizzle-orm";
import type { payments } from "~/db/schema/payments";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { isPublished } from "~/areas/casks/is-published";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { marketOpenFor } from "~/core/settings/market-open";
import type { StartPayment } from "./start-payment";

export type Payment = typeof payments.$inferSelect;
export type PaymentPurpose = Payment["purpose"];

/** Why no payment was started. Each has its own message in app/content. */
export type StartRefusal =
  | "not-offered"
  | "not-activated"
  | "already-activated"
  | "wrong-price"
  | "closing"
  | "not-launched"
  | "closed"
  | "sold-out"
  | "sales-stopped"
  | "too-many-open"
  | "too-many-starts"
  | "held-by-others";

// Only what was started counts, so a refusal does not lengthen the wait.
const HOUR_MS = 3_600_000;
const MOST_STARTS_AN_HOUR = 20;
/** Holds of one person on one cask in 24 hours that ended without a payment: letting them lapse must not keep a cask blocked. */
const MOST_UNPAID_HOLDS_A_DAY = 6;

/**
 * The first reason that refuses the start, or '': the statement that names it and those that write ask the same. The buyer's own open
 * payment for the same thing counts as gone, because another method replaces it. A viewer who may not know the price must not learn
 * whether a guess was right, so what they may not buy comes before the price.
 */
export function startRefusal(input: StartPayment): SQL {
  if (input.topUp) return topUpRefusal(input, input.topUp);
  return input.caskId === null ? feeRefusal(input) : stakeRefusal(input, input.caskId);
}

/** The open payment that a start would find or replace. */
export const thingOf = ({ caskId, topUp }: StartPayment): SQL => {
  if (topUp) return sql`purpose = 'top-up'`;
  return caskId === null ? sql`purpose = 'joining-fee'` : sql`purpose = 'stake' AND cask_id = ${caskId}`;
};

function stakeRefusal(input: StartPayment, caskId: string): SQL {
  const { userId, expectCents, nowMs } = input;
  const today = dateOf(nowMs);
  const wrongPrice = expectCents === undefined ? sql`false` : sql`casks.cost_per_stake_cents IS NOT ${expectCents}`;
  return sql`coalesce((SELECT CASE
    WHEN NOT ${isActivated(userId)} THEN 'not-activated'
    WHEN ${wrongPrice} THEN 'wrong-price'
    WHEN NOT ${notClosing(userId)} THEN 'closing'
    WHEN casks.ended_on IS NOT NULL THEN 'closed'
    WHEN casks.sold_stakes >= casks.total_stakes THEN 'sold-out'
    WHEN casks.launches_on > ${today} THEN 'not-launched'
    WHEN casks.closes_on < ${today} THEN 'closed'
    WHEN casks.sales_stopped_at_ms IS NOT NULL THEN 'sales-stopped'
    WHEN ${tooManyOpen(input)} THEN 'too-many-open'
    WHEN ${tooManyStarts(input)} OR ${heldTooOften(input, caskId)} THEN 'too-many-starts'
    WHEN casks.sold_stakes + casks.reserved_stakes - ${countOpen(input)} >= casks.total_stakes THEN 'held-by-others'
    ELSE '' END FROM casks WHERE casks.id = ${caskId} AND ${isPublished}), 'not-offered')`;
}

function feeRefusal(input: StartPayment): SQL {
  const { userId, expectCents } = input;
  const wrongPrice =
    expectCents === undefined
      ? sql`false`
      : sql`NOT EXISTS (SELECT 1 FROM settings AS priced WHERE priced.key = 'joining_fee_cents' AND priced.value = ${expectCents})`;
  return sql`CASE
    WHEN ${isActivated(userId)} THEN 'already-activated'
    WHEN ${wrongPrice} THEN 'wrong-price'
    WHEN NOT ${notClosing(userId)} THEN 'closing'
    WHEN ${tooManyOpen(input)} THEN 'too-many-open'
    WHEN ${tooManyStarts(input)} THEN 'too-many-starts'
    ELSE '' END`;
}

function topUpRefusal(input: StartPayment, { amountCents, country }: NonNullable<StartPayment["topUp"]>): SQL {
  const { userId, expectCents } = input;
  const agrees = expectCents === undefined || expectCents === amountCents;
  return sql`CASE
    WHEN NOT ${marketOpenFor({ userId, country })} THEN 'not-offered'
    WHEN NOT ${isActivated(userId)} THEN 'not-activated'
    WHEN ${agrees ? sql`false` : sql`true`} THEN 'wrong-price'
    WHEN NOT ${notClosing(userId)} THEN 'closing'
    WHEN ${tooManyOpen(input)} THEN 'too-many-open'
    WHEN ${tooManyStarts(input)} THEN 'too-many-starts'
    ELSE '' END`;
}

const isActivated = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS buyer WHERE buyer.id = ${userId} AND buyer.activated_at_ms IS NOT NULL)`;

const countOpen = (input: StartPayment): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${input.userId} AND state IN ('created', 'open') AND ${thingOf(input)})`;

const tooManyOpen = (input: StartPayment): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${input.userId} AND state IN ('created', 'open') AND expires_at_ms > ${input.nowMs} AND NOT (${thingOf(input)})) >= ${MAX_OPEN_CHECKOUTS}`;

function tooManyStarts({ userId, isNetworkBusy, nowMs }: StartPayment): SQL {
  if (isNetworkBusy) return sql`true`;
  return sql`(SELECT count(*) FROM payments WHERE user_id = ${userId} AND created_at_ms > ${nowMs - HOUR_MS}) >= ${MOST_STARTS_AN_HOUR}`;
}

/** Changing the payment method is not a new hold. */
const heldTooOften = ({ userId, nowMs }: StartPayment, caskId: string): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${userId} AND cask_id = ${caskId} AND created_at_ms > ${nowMs - DAY_MS} AND state IN ('expired', 'cancelled')
    AND reason IS NOT 'other-method') >= ${MOST_UNPAID_HOLDS_A_DAY}`;
