import { type SQL, sql } from "drizzle-orm";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { type Payment, type PaymentMode, payments } from "~/db/schema/payments";
import { mapWork, nothing, row, type Statement, together, type Work, writes } from "~/db/work";
import { HOLD_LIFETIME_MS } from "~/domain/checkout-window";
import { providerFor } from "~/integrations/payments/providers";
import { openCheckout } from "./open-checkout";
import { freeOverdue } from "./settlement/payment-state";
import { findRefusal, findWanted, refusalOf, thingOf, type Wanted, wantedView } from "./read-wanted";
import type { Refusal } from "./refusals";

// The one way to buy, for the page and for every call. A payment and, for a stake, its reservation are made in one batch, so nothing can come
// between the reason that would refuse it and the hold. Then its checkout session is opened. What loses money if it is wrong (stock, one
// open payment, states) the database refuses as well.

export type Purchase = Pick<Wanted, "caskId" | "offer" | "expectCents"> & {
  mode: PaymentMode;
  holder?: HolderName | undefined;
};

type StartCheckoutDeps = Deps & {
  /** Counts a start for the network that the request comes from. @returns false: it has had as many as it may for now */
  takeStart: () => Promise<boolean>;
};

/**
 * One round trip to start the payment, one to store its checkout session.
 * @returns `url` null: the provider already has the money; show the result
 */
export async function startCheckout(deps: StartCheckoutDeps, session: Session, { holder, ...purchase }: Purchase) {
  const { db, newId } = deps;
  const [paymentId, auditId] = [newId("pay"), newId("aud")];
  const isNetworkBusy = !(await deps.takeStart());
  const { viewer, result } = await session.write(({ userId, nowMs, live }) =>
    together({
      named: holder ? nameHolder(db, { auditId, userId, holder, nowMs, live }) : nothing,
      found: findWanted(db, { ...purchase, userId, nowMs }),
      started: startPayment(db, { ...purchase, paymentId, userId, isNetworkBusy, nowMs, live }),
    }),
  );
  const { found, started } = result;
  const refused = (code: Refusal) => ({ ok: false as const, code, wanted: wantedView(viewer, purchase, found, code) });
  if (!started.ok) return refused(started.code);
  const opened = await openCheckout(deps, started.payment, viewer.email);
  return opened.ok ? { ...opened, paymentId: started.payment.id } : refused(opened.code);
}

export type StartPayment = Wanted & {
  /** Chosen before writing; used only if there is no open payment for the same thing. */
  paymentId: string;
  mode: PaymentMode;
  live: SQL;
};

type StartedPayment = { ok: true; payment: Payment } | { ok: false; code: Refusal };

/** Overdue holds are freed first. An open payment for the same thing is found, even by a network that is busy. */
export function startPayment(db: Database, input: StartPayment): Work<StartedPayment> {
  const { userId, mode, expectCents, nowMs } = input;
  const thing = thingOf(input);
  const work = together({
    freed: writes(
      freeOverdue(db, sql`cask_id = ${thing.caskId}`, nowMs),
      freeOverdue(db, sql`user_id = ${userId}`, nowMs),
    ),
    refusal: findRefusal(db, input),
    made: writes(...startStatements(db, input)),
    open: row(
      db
        .select()
        .from(payments)
        .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${thing.isPaidBy}`),
    ),
  });
  return mapWork(work, ({ refusal, open }) => {
    // An attempt by the other method that could not be replaced is not what was asked for.
    if (open?.mode !== mode) return { ok: false, code: refusal ?? "held-by-others" };
    const isPrice = expectCents === undefined || expectCents === open.amountCents;
    return isPrice ? { ok: true, payment: open } : { ok: false, code: "wrong-price" };
  });
}

function startStatements(db: Database, input: StartPayment): Statement[] {
  const { paymentId, userId, mode, nowMs } = input;
  const { columns, from, isPaidBy } = thingOf(input);
  const allowed = sql`${input.live} AND ${refusalOf(input)} = ''`;
  return [
    // Switching the payment method cancels the first attempt; the outbox closes its checkout session.
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND state IN ('created', 'open') AND ${isPaidBy} AND mode <> ${mode} AND ${allowed}`),
    db.run(sql`INSERT INTO payments
        (id, user_id, purpose, cask_id, product_name, amount_cents, offer_id, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT ${paymentId}, ${userId}, ${columns}, ${mode}, ${providerFor[mode]}, ${holdEnd(input)}, ${nowMs}, ${nowMs}
      ${from} AND ${allowed} ON CONFLICT DO NOTHING`),
    // None is there already unless the batch was written before and its answer lost.
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL AND offer_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM reservations AS made WHERE made.payment_id = ${paymentId})`),
  ];
}

/** Changing the payment method keeps the end of the first hold, or it could be prolonged for ever. */
const holdEnd = (input: StartPayment): SQL =>
  sql`coalesce((SELECT max(expires_at_ms) FROM payments WHERE user_id = ${input.userId} AND ${thingOf(input).isPaidBy}
    AND state = 'cancelled' AND reason = 'other-method' AND updated_at_ms = ${input.nowMs}), ${input.nowMs + HOLD_LIFETIME_MS})`;

const MOST_ENDED = 200;

/** Ends payments whose hold has run out. Only housekeeping: the next buyer's batch does the same for its own cask. */
export async function endOverduePayments({ db, nowMs: clock }: Deps): Promise<number> {
  const nowMs = clock();
  const { results } = await db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs} WHERE id IN (
    SELECT id FROM payments WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} ORDER BY expires_at_ms LIMIT ${MOST_ENDED})
    AND state IN ('created', 'open') RETURNING id`);
  return results.length;
}
