import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { payments } from "~/db/schema/payments";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { isPublished } from "~/areas/casks/is-published";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { looksLikeOne } from "~/core/ledger/same-person";
import { marketOpenFor } from "~/core/settings/market-open";
import { users } from "~/db/schema/people";
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
  | "held-by-others"
  | "offer-gone"
  | "offer-held"
  | "own-offer";

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
  if (input.offer) return offerRefusal(input, input.offer);
  return input.caskId === null ? feeRefusal(input) : stakeRefusal(input, input.caskId);
}

/** The cask of the stake; null: the joining fee. */
export const caskOf = ({ caskId, offer }: Pick<StartPayment, "caskId" | "offer">): SQL | string | null =>
  offer ? sql`(SELECT offered.cask_id FROM offers AS offered WHERE offered.id = ${offer.id})` : caskId;

/** The open payment that a start would find or replace. */
export const thingOf = ({ caskId, offer }: StartPayment): SQL => {
  if (offer) return sql`offer_id = ${offer.id}`;
  return caskId === null
    ? sql`purpose = 'joining-fee'`
    : sql`purpose = 'stake' AND offer_id IS NULL AND cask_id = ${caskId}`;
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

/** Nobody buys from themselves, or from an account that looks like theirs. */
function offerRefusal(input: StartPayment, { id, country }: NonNullable<StartPayment["offer"]>): SQL {
  const { userId, expectCents, nowMs } = input;
  const wrongPrice =
    expectCents === undefined ? sql`false` : sql`offers.price_cents + offers.fee_cents IS NOT ${expectCents}`;
  return sql`coalesce((SELECT CASE
    WHEN NOT ${marketOpenFor({ userId, country })} OR buyers.role <> 'investor' THEN 'not-offered'
    WHEN NOT ${isActivated(userId)} THEN 'not-activated'
    WHEN ${wrongPrice} THEN 'wrong-price'
    WHEN NOT ${notClosing(userId)} THEN 'closing'
    WHEN offers.state <> 'open' OR offers.expires_at_ms <= ${nowMs} OR sellers.suspended_at_ms IS NOT NULL THEN 'offer-gone'
    WHEN offers.user_id = ${userId} OR ${looksLikeOne(buyers.id, sellers.id)} THEN 'own-offer'
    WHEN ${tooManyOpen(input)} THEN 'too-many-open'
    WHEN ${tooManyStarts(input)} OR ${heldTooOften(input, caskOf(input))} THEN 'too-many-starts'
    WHEN EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = offers.id AND others.state IN ('created', 'open')
      AND others.user_id <> ${userId}) THEN 'offer-held'
    ELSE '' END FROM offers JOIN users AS sellers ON sellers.id = offers.user_id JOIN users AS buyers ON buyers.id = ${userId}
    WHERE offers.id = ${id}), 'not-offered')`;
}

const [buyers, sellers] = [alias(users, "buyers"), alias(users, "sellers")];

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
const heldTooOften = (
  { userId, nowMs }: StartPayment,
  caskId: SQL | string | null,
): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${userId} AND cask_id = ${caskId} AND created_at_ms > ${nowMs - DAY_MS} AND state IN ('expired', 'cancelled')
    AND reason IS NOT 'other-method') >= ${MOST_UNPAID_HOLDS_A_DAY}`;
