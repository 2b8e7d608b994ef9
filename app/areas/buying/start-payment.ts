import { and, eq, type SQL, sql } from "drizzle-orm";
import { joiningFeeIncludes, topUpIncludes } from "~/content/payments";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { mapWork, row, together, type Work, writes } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { HOLD_LIFETIME_MS, MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { isPublished } from "~/areas/casks/is-published";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import { readJoiningFee } from "~/core/settings/joining-fee";
import type { PaymentMode } from "./payment-mode";
import { providerOf } from "./payment-mode";
import { countStart, heldTooOften, startedTooOften } from "./inside/checkout-limits";
import { type StartedPayment, startedPayment } from "./started-payment";

// Creates a payment and, for a stake, its reservation in one batch. Activation, sales window, free stakes and the session are
// conditions of the insert, so nothing can come between the check and the hold. Overdue holds are freed first.

/** Money for the buyer's own wallet: the one amount that the buyer chooses, checked by `domain/top-up`. */
export type TopUp = { amountCents: number; country: Asker["country"] };

export type StartPayment = {
  /** Chosen before writing; used only if there is no open payment for the same thing. */
  paymentId: string;
  userId: string;
  /** null: the joining fee, or a top-up. */
  caskId: string | null;
  topUp?: TopUp;
  mode: PaymentMode;
  /** The price the buyer expects; null: the figures they sent disagree; undefined: they sent none. */
  expectCents?: number | null;
  /** Keyed hash of the network that asks; null: not counted. */
  network?: string | null;
  nowMs: number;
  /** True while the session of the request is live. */
  live: SQL;
};

export function startPayment(db: Database, input: StartPayment): Work<StartedPayment> {
  const { paymentId, userId, caskId, topUp, mode, nowMs } = input;
  const sameThing = thingOf(input);
  const starter = { userId, network: input.network ?? null, nowMs };
  const tooMany = { starts: startedTooOften(starter), holds: heldTooOften(starter, caskId) };
  // Too many starts also leave the attempt as it is that another method would replace.
  const allowed = sql`${input.live} AND ${notClosing(userId)} AND ${isOffered(input)} AND NOT ${tooMany.starts} AND NOT (${tooMany.holds})`;
  const guarded = { ...input, live: allowed };
  const work = together({
    made: writes(
      db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
        WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND user_id = ${userId}`),
      db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
        WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND cask_id = ${caskId}`),
      ...(topUp ? [replaceOtherAmount(db, input, topUp, allowed)] : []),
      // Switching the payment method cancels the first attempt; the outbox closes its checkout session.
      db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
        WHERE user_id = ${userId} AND state IN ('created', 'open') AND mode <> ${mode} AND ${sameThing} AND ${allowed}`),
      db.run(insertPayment(guarded)),
      db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
        SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL`),
      ...countStart(db, paymentId, starter),
    ),
    open: row(
      db
        .select()
        .from(payments)
        .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${sameThing}`),
    ),
    cask: row(
      db
        .select(caskColumns)
        .from(casks)
        .where(and(eq(casks.id, caskId ?? ""), isPublished)),
    ),
    buyer: row(buyerQuery(db, input, tooMany)),
    feeCents: readJoiningFee(db),
  });
  return mapWork(work, ({ open, cask, buyer, feeCents }) =>
    startedPayment(
      {
        open,
        cask,
        feeCents,
        openCheckouts: buyer?.openCheckouts ?? 0,
        activated: buyer?.activated === 1,
        startedTooOften: buyer?.starts === 1,
        heldTooOften: buyer?.holds === 1,
        isClosing: buyer?.closing === 1,
        isMarketOpen: buyer?.marketOpen === 1,
      },
      input,
    ),
  );
}

type BuyerFacts = Record<"openCheckouts" | "activated" | "starts" | "holds" | "closing" | "marketOpen", number>;

function buyerQuery(db: Database, { userId, topUp, nowMs }: StartPayment, tooMany: Record<"starts" | "holds", SQL>) {
  return db.all<BuyerFacts>(sql`SELECT
    (SELECT count(*) FROM payments WHERE user_id = ${userId} AND state IN ('created', 'open') AND expires_at_ms > ${nowMs}) AS openCheckouts,
    (SELECT count(*) FROM users WHERE id = ${userId} AND activated_at_ms IS NOT NULL) AS activated,
    ${tooMany.starts} AS starts, ${tooMany.holds} AS holds, NOT ${notClosing(userId)} AS closing,
    ${topUp ? marketOpenFor({ userId, country: topUp.country }) : sql`0`} AS marketOpen`);
}

const thingOf = ({ caskId, topUp }: StartPayment): SQL => {
  if (topUp) return sql`purpose = 'top-up'`;
  return caskId === null ? sql`purpose = 'joining-fee'` : sql`purpose = 'stake' AND cask_id = ${caskId}`;
};

/** Nothing is held and no earlier attempt is cancelled unless the buyer expects the real price, and the market is open to a top-up. */
function isOffered({ userId, caskId, topUp, expectCents }: StartPayment): SQL {
  if (topUp) {
    const agrees = expectCents === undefined || expectCents === topUp.amountCents;
    return agrees ? marketOpenFor({ userId, country: topUp.country }) : sql`false`;
  }
  if (expectCents === undefined) return sql`true`;
  return caskId === null
    ? sql`EXISTS (SELECT 1 FROM settings AS priced WHERE priced.key = 'joining_fee_cents' AND priced.value = ${expectCents})`
    : sql`EXISTS (SELECT 1 FROM casks AS priced WHERE priced.id = ${caskId} AND priced.cost_per_stake_cents = ${expectCents})`;
}

/** The latest amount counts: money that comes for the earlier one all the same is credited as well. */
function replaceOtherAmount(db: Database, { userId, nowMs }: StartPayment, { amountCents }: TopUp, allowed: SQL) {
  return db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-amount', updated_at_ms = ${nowMs}
    WHERE user_id = ${userId} AND state IN ('created', 'open') AND purpose = 'top-up' AND amount_cents <> ${amountCents} AND ${allowed}`);
}

function insertPayment(input: StartPayment): SQL {
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
      AND ${isPublished} AND casks.ended_on IS NULL AND casks.launches_on <= ${today} AND casks.closes_on >= ${today}
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
