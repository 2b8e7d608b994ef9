import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, together, type Work } from "~/db/work";
import { type Account, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";

/** One row of the ledger as one of a person's accounts sees it: in is positive, out is negative. */
export type Booking = {
  seq: number;
  account: "wallet" | "rewards-pending" | "tokens";
  amount: number;
  reason: string;
  refersTo: string;
  createdAtMs: number;
};

type Row = Omit<Booking, "account">;

/** The latest of the wallet, the pending rewards and the tokens, which their balances are the sums of. */
export function readBookings(db: Database, userId: string, most: number): Work<Booking[]> {
  const of = (account: Account) => rows(db.all<Row>(latestOf(account, most)));
  const read = together({
    wallet: of(walletOf(userId)),
    "rewards-pending": of(rewardsPendingOf(userId)),
    tokens: of(tokensOf(userId)),
  });
  return mapWork(read, (found) => {
    const all = (["wallet", "rewards-pending", "tokens"] as const).flatMap((account) =>
      found[account].map((one) => ({ ...one, account })),
    );
    return all.sort((a, b) => b.createdAtMs - a.createdAtMs || b.seq - a.seq).slice(0, most);
  });
}

/** Each side by its own index, so that a long history is not read. */
function latestOf(account: Account, most: number): SQL {
  const side = (column: SQL, amount: SQL) =>
    sql`SELECT * FROM (SELECT seq, ${amount} AS amount, reason, refers_to AS refersTo, created_at_ms AS createdAtMs
      FROM transfers WHERE ${column} = ${account} ORDER BY created_at_ms DESC LIMIT ${most})`;
  return sql`${side(sql`credit_account_id`, sql`amount`)} UNION ALL ${side(sql`debit_account_id`, sql`-amount`)}`;
}
