import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import type { Deps } from "~/core/deps";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { resolveRefundLetter } from "~/core/ledger/dead-letter";
import { transfer } from "~/core/ledger/transfer";
import type { SessionState } from "~/integrations/payments/port";
import { writeState } from "./payment-state";

// Less than the price has arrived. While the checkout is open the rest may follow, and the amount is only noted. Once it has ended the
// money is owed to its buyer: booked as received and as a refund under way, which a person makes unless the rest arrives first.

type Short = { payment: Payment; arrivedCents: number; isOver: boolean };

export async function recordUnderpaid(deps: Deps, { payment, arrivedCents, isOver }: Short): Promise<Payment["state"]> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const statements = isOver
    ? owed(db, payment, arrivedCents, nowMs)
    : [
        db.run(sql`UPDATE payments SET received_cents = ${arrivedCents}, updated_at_ms = ${nowMs}
          WHERE id = ${payment.id} AND state = 'open' AND coalesce(received_cents, 0) < ${arrivedCents}`),
      ];
  const state = (await writeState(db, payment.id, statements)) ?? payment.state;
  deps.log("payment-underpaid", { paymentId: payment.id, state, provider: payment.provider });
  return state;
}

/** True of an underpayment that is owed; more of it may still arrive. */
export const isShort = ({ state, reason }: Pick<Payment, "state" | "reason">): boolean =>
  state === "refunding" && reason === "underpaid";

function owed(db: Database, payment: Payment, arrivedCents: number, nowMs: number) {
  const { id } = payment;
  return [
    db.run(sql`UPDATE payments SET state = 'paid', received_cents = ${arrivedCents}, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state IN ('created', 'open', 'expired', 'cancelled', 'failed') AND amount_cents > ${arrivedCents}`),
    db.run(
      sql`UPDATE payments SET state = 'refunding', reason = 'underpaid', updated_at_ms = ${nowMs} WHERE id = ${id} AND state = 'paid'`,
    ),
    db.run(sql`UPDATE payments SET received_cents = ${arrivedCents}, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'refunding' AND reason = 'underpaid' AND received_cents < ${arrivedCents} AND amount_cents > ${arrivedCents}`),
    bookArrived(db, payment, sql`state = 'refunding' AND reason = 'underpaid'`, nowMs),
    recordAudit(
      db,
      {
        id: `settle:${id}`,
        actor: "system",
        action: "payment-refunding",
        subject: `payment:${id}`,
        detail: payments.reason,
        nowMs,
      },
      { from: payments, where: sql`id = ${id} AND state = 'refunding' AND reason = 'underpaid'` },
    ),
  ];
}

/**
 * The statement that books what has arrived and is not booked yet. It is named after the sum booked before, as the database knows it: since
 * the payment was read, another look may have booked a part. The first is named like money that arrives whole, so that nothing is booked beside it.
 */
function bookArrived(db: Database, payment: Payment, provided: SQL, nowMs: number) {
  const refersTo = `payment:${payment.id}` as const;
  const booked = sql`(SELECT coalesce(sum(amount), 0) FROM transfers WHERE refers_to = ${refersTo} AND reason = 'payment-received')`;
  return transfer(
    db,
    {
      refersTo,
      name: sql<string>`iif(${booked} = 0, 'received', 'received-after-' || ${booked})`,
      debit: house.provider(payment.provider),
      credit: house.unsettled,
      amount: sql<number>`received_cents - ${booked}`,
      reason: "payment-received",
      nowMs,
    },
    { from: payments, where: sql`id = ${payment.id} AND ${provided} AND received_cents > ${booked}` },
  );
}

type Completed = { payment: Payment; nowMs: number };

/** The rest of an underpayment that we owed has arrived: from here on it is a late payment like any other. */
export function markCompleted(db: Database, { payment: { id }, nowMs }: Completed, session: SessionState) {
  return [
    db.run(sql`UPDATE payments SET state = 'paid', reason = NULL, received_cents = ${session.amountCents},
      provider_payment_id = ${session.providerPaymentId}, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'refunding' AND reason = 'underpaid' AND amount_cents <= ${session.amountCents}`),
    // A refund of all of it may yet be due, now or after it has settled: that is work of its own.
    db.run(sql`DELETE FROM outbox WHERE id = ${`refund-payment:${id}`} AND done_at_ms IS NOT NULL
      AND EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND state = 'paid')`),
  ];
}

export const bookCompleted = (db: Database, { payment, nowMs }: Completed) => [
  bookArrived(db, payment, sql`state IN ('settled', 'refunding')`, nowMs),
  resolveRefundLetter(db, payment.id, nowMs, sql`id = ${payment.id} AND state = 'settled'`),
];
