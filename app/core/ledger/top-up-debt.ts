import { type SQL, sql } from "drizzle-orm";

// A top-up that went back after it was spent is a debt of its payer: a transfer says how much, and an operator's letter lists the stakes
// that are frozen for it. Both bear the number of the reversal, which is asked of the row of `payments` at hand.

const owed = sql`iif(payments.reversals > 1, 'owed-' || payments.reversals, 'owed')`;

/** The id of the transfer that booked the debt. */
export const debtTransferId: SQL<string> = sql<string>`('payment:' || payments.id || ':' || ${owed})`;

/** The id of the letter about it. */
export const debtLetterId: SQL<string> = sql<string>`('top-up:' || payments.id || ':' || ${owed})`;

/** What is left of it, in cents: less what sales of casks have brought. */
export const debtLeftCents: SQL<number> = sql<number>`(coalesce((SELECT owed.amount FROM transfers AS owed WHERE owed.id = ${debtTransferId}), 0)
  - coalesce((SELECT sum(paid.amount) FROM transfers AS paid WHERE paid.refers_to = 'payment:' || payments.id AND paid.reason = 'debt-set-off'), 0))`;
