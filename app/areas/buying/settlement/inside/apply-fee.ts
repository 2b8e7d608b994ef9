import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { ApplyInput } from "./apply-input";
import { isSettled, stillHere } from "./payment-conditions";

/** A paid joining fee activates the account, once. A second one stays 'paid', and the caller's next statement refunds it. */
export function feeStatements(db: Database, { payment, nowMs }: ApplyInput) {
  return [
    db.run(sql`UPDATE payments SET state = 'settled', updated_at_ms = ${nowMs}
      WHERE id = ${payment.id} AND state = 'paid' AND NOT EXISTS (
        SELECT 1 FROM payments AS others WHERE others.user_id = ${payment.userId} AND others.purpose = 'joining-fee' AND others.state = 'settled')
        AND ${stillHere(payment.userId)}`),
    db.run(sql`UPDATE users SET activated_at_ms = ${nowMs}
      WHERE id = ${payment.userId} AND activated_at_ms IS NULL AND ${isSettled(payment.id)}`),
  ];
}
