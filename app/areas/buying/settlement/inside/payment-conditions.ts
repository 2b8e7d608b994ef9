import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

/** True while this batch has the payment as paid and not yet decided. */
export function justPaid(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'paid')`;
}

export function isSettled(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'settled')`;
}

/** True once the cask was sold or bought back as a whole: no more stakes of it are sold. */
export function hasEnded(caskId: string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM casks AS whole WHERE whole.id = ${caskId} AND whole.ended_on IS NOT NULL)`;
}

/** True unless this person's account is closed: money that comes after all is given back. */
export function stillHere(userId: SQLWrapper | string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM users AS payers WHERE payers.id = ${userId} AND payers.closed_at_ms IS NOT NULL)`;
}
