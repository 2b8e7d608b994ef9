import { and, type SQL, sql } from "drizzle-orm";
import { joiningFeeIncludes } from "~/content/payments";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { mapWork, row, type Statement, together, type Work, writes } from "~/db/work";
import { HOLD_LIFETIME_MS } from "~/domain/checkout-window";
import { isPublished } from "~/areas/casks/is-published";
import type { Asker } from "~/core/settings/market-open";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { type PaymentMode, providerOf } from "./payment-mode";
import { caskOf, type Payment, type StartRefusal, startRefusal, thingOf } from "./started-payment";

// Creates a payment and, for a stake, its reservation in one batch, so nothing can come between the reason that would refuse it and the
// hold. Overdue holds are freed first. What loses money if it is wrong (stock, one open payment, states) the database refuses as well.

export type StartPayment = {
  /** Chosen before writing; used only if there is no open payment for the same thing. */
  paymentId: string;
  userId: string;
  /** null: the joining fee, or an offer. */
  caskId: string | null;
  /** The stake of another investor, with the country that the request comes from. */
  offer?: { id: string; country: Asker["country"] } | undefined;
  mode: PaymentMode;
  /** The price the buyer expects; null: the figures they sent disagree; undefined: they sent none. */
  expectCents?: number | null;
  /** The buyer's network has started as many as it may for now: only an open payment is found. */
  isNetworkBusy?: boolean;
  nowMs: number;
  /** True while the session of the request is live. */
  live: SQL;
};

type Offered = { cask: Omit<typeof casks.$inferSelect, "countedValues"> | undefined; feeCents: number };

export type StartedPayment = Offered & ({ ok: true; payment: Payment } | { ok: false; code: StartRefusal });

export function startPayment(db: Database, input: StartPayment): Work<StartedPayment> {
  const { userId, nowMs } = input;
  const caskId = caskOf(input);
  const work = together({
    freed: writes(freeOverdue(db, sql`cask_id = ${caskId}`, nowMs), freeOverdue(db, sql`user_id = ${userId}`, nowMs)),
    refused: row(db.all<{ code: StartRefusal | "" }>(sql`SELECT ${startRefusal(input)} AS code`)),
    made: writes(...startStatements(db, input)),
    open: row(
      db
        .select()
        .from(payments)
        .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${thingOf(input)}`),
    ),
    cask: row(
      db
        .select(caskColumns)
        .from(casks)
        .where(and(sql`${casks.id} = ${caskId}`, isPublished)),
    ),
    feeCents: readJoiningFee(db),
  });
  return mapWork(work, ({ refused, open, cask, feeCents }) => {
    const { mode, expectCents } = input;
    // An attempt by the other method that could not be replaced is not what was asked for.
    if (open?.mode === mode) {
      if (expectCents === undefined || expectCents === open.amountCents)
        return { cask, feeCents, ok: true, payment: open };
      return { cask, feeCents, ok: false, code: "wrong-price" };
    }
    return { cask, feeCents, ok: false, code: refused?.code || "held-by-others" };
  });
}

const freeOverdue = (db: Database, of: SQL, nowMs: number): Statement =>
  db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
    WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND ${of}`);

function startStatements(db: Database, input: StartPayment): Statement[] {
  const { paymentId, userId, mode, nowMs } = input;
  const allowed = sql`${input.live} AND ${startRefusal(input)} = ''`;
  return [
    // Switching the payment method cancels the first attempt; the outbox closes its checkout session.
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND state IN ('created', 'open') AND ${thingOf(input)} AND mode <> ${mode} AND ${allowed}`),
    db.run(sql`INSERT INTO payments
        (id, user_id, purpose, cask_id, product_name, amount_cents, offer_id, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT ${paymentId}, ${userId}, ${productOf(input)}, ${mode}, ${providerOf(mode)}, ${holdEnd(input)}, ${nowMs}, ${nowMs}
      ${sourceOf(input)} AND ${allowed} ON CONFLICT DO NOTHING`),
    // None is there already unless the batch was written before and its answer lost.
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL AND offer_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM reservations AS made WHERE made.payment_id = ${paymentId})`),
  ];
}

/** Purpose, cask, name, amount and offer. */
function productOf({ caskId, offer }: StartPayment): SQL {
  if (offer) return sql`'stake', casks.id, casks.name, offers.price_cents + offers.fee_cents, offers.id`;
  if (caskId !== null) return sql`'stake', casks.id, casks.name, casks.cost_per_stake_cents, NULL`;
  return sql`'joining-fee', NULL, ${joiningFeeIncludes.name}, settings.value, NULL`;
}

function sourceOf({ caskId, offer }: StartPayment): SQL {
  if (offer) return sql`FROM offers JOIN casks ON casks.id = offers.cask_id WHERE offers.id = ${offer.id}`;
  return caskId === null
    ? sql`FROM settings WHERE settings.key = 'joining_fee_cents'`
    : sql`FROM casks WHERE casks.id = ${caskId}`;
}

/** Changing the payment method keeps the end of the first hold, or it could be prolonged for ever. */
const holdEnd = (input: StartPayment): SQL =>
  sql`coalesce((SELECT max(expires_at_ms) FROM payments WHERE user_id = ${input.userId} AND ${thingOf(input)}
    AND state = 'cancelled' AND reason = 'other-method' AND updated_at_ms = ${input.nowMs}), ${input.nowMs + HOLD_LIFETIME_MS})`;
