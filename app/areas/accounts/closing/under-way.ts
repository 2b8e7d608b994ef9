import { type SQL, sql } from "drizzle-orm";
import { whatIsUnderWay } from "./inside/what-is-left";

/** True while something of the account has not ended: a payment, a withdrawal, an order, a sale that is being credited, a certificate. */
export const isUnderWay = (userId: SQL, nowMs: number): SQL =>
  sql`(${sql.join(
    whatIsUnderWay(userId, nowMs).map((rows) => sql`EXISTS (${rows})`),
    sql` OR `,
  )})`;

/** Rows while the account holds a stake, money, pending rewards or tokens. */
export { holdings as holdsAnything } from "./inside/what-is-left";
