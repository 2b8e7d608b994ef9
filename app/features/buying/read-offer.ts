import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";

export type OfferSubject = { userId: string; caskId: string | null; retriedPaymentId: string | null };

/** The cask that is asked for, or that a former payment of this very user was for. */
export function offeredCaskQuery(db: Database, { userId, caskId, retriedPaymentId }: OfferSubject) {
  return db
    .select()
    .from(casks)
    .where(
      retriedPaymentId === null
        ? sql`id = ${caskId}`
        : sql`id = (SELECT cask_id FROM payments WHERE id = ${retriedPaymentId} AND user_id = ${userId})`,
    );
}

/** The saved data of a payment that is tried again; empty when it is not the user's own. */
export function retriedPaymentQuery(db: Database, { userId, retriedPaymentId }: OfferSubject) {
  return db
    .select({ id: payments.id, purpose: payments.purpose, mode: payments.mode })
    .from(payments)
    .where(sql`id = ${retriedPaymentId} AND user_id = ${userId}`);
}
