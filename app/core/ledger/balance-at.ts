import { type SQL, sql } from "drizzle-orm";

/** What the account of the row had before that time, in cents: what it has now without what came later. Reads nothing from before. */
export function balanceAt(atMs: number): SQL<number> {
  const since = (side: "debit" | "credit") =>
    sql`(SELECT coalesce(sum(amount), 0) FROM transfers
      WHERE ${sql.raw(`${side}_account_id`)} = accounts.id AND created_at_ms >= ${atMs})`;
  return sql<number>`(credits_total - debits_total - ${since("credit")} + ${since("debit")})`;
}
