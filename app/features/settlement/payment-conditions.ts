import { type SQL, sql } from "drizzle-orm";

/** True while this batch has the payment as paid and not yet decided. */
export function justPaid(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'paid')`;
}

export function isSettled(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'settled')`;
}
