import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client";
import type { transfers } from "~/db/schema/ledger";
import type { TokenAccount, UsdAccount } from "./accounts";
import { always, type RowSource, selectFrom } from "./row-source";

/** What money moves because of. */
export type Cause = `${"payment" | "stake" | "withdrawal" | "referral" | "stray" | "promotion"}:${string}`;

/** Both accounts hold the currency: the database refuses anything else, and so does the compiler. */
type Ends =
  | { currency: "USD"; debit: UsdAccount | SQL<UsdAccount>; credit: UsdAccount | SQL<UsdAccount> }
  | { currency: "TOKEN"; debit: TokenAccount | SQL<TokenAccount>; credit: TokenAccount | SQL<TokenAccount> };

export type Transfer = Ends & {
  refersTo: Cause;
  /** Which of the movements of its cause this is. The two make the row's id, so a cause moves each thing once. */
  name: string;
  /** Cents, or whole tokens; above 0. */
  amount: number | AnySQLiteColumn<{ data: number }> | SQL<number>;
  reason: typeof transfers.$inferSelect.reason;
  nowMs: number;
};

/**
 * The statement that moves an amount from the debited to the credited account. A replay writes nothing.
 * It fails, and its batch with it, if the accounts do not both exist in this currency, are the same one, or the debited one
 * would be overdrawn and may not be.
 */
export function transfer(db: Database, row: Transfer, source: RowSource = always) {
  const { refersTo, name, debit, credit, amount, currency, reason, nowMs } = row;
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${`${refersTo}:${name}`}, ${debit}, ${credit}, ${amount}, ${currency}, ${reason}, ${refersTo}, ${nowMs}
    ${selectFrom(source)} ON CONFLICT (id) DO NOTHING`);
}
