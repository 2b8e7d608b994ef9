import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { TokenAccount, UsdAccount } from "~/core/ledger/accounts";
import type { Database } from "~/db/client";
import type { transfers } from "~/db/schema/ledger";

/** If nothing matches, nothing is written. */
export type RowSource = { from?: SQLiteTable; where: SQL };

export const always: RowSource = { where: sql`true` };

export function selectFrom({ from, where }: RowSource): SQL {
  return from ? sql`FROM ${from} WHERE ${where}` : sql`WHERE ${where}`;
}

export type Cause = `${"payment" | "stake" | "withdrawal" | "referral" | "promotion" | "exit"}:${string}`;

/** Both accounts hold the currency, dollars unless it is named. The compiler and the database each enforce it. */
type Ends =
  | { currency?: "USD"; debit: UsdAccount | SQL<UsdAccount>; credit: UsdAccount | SQL<UsdAccount> }
  | { currency: "TOKEN"; debit: TokenAccount | SQL<TokenAccount>; credit: TokenAccount | SQL<TokenAccount> };

export type Transfer = Ends & {
  refersTo: Cause;
  /** Cause and name make the row's id, so each is written once. */
  name: string | SQL<string>;
  /** Cents, or whole tokens; above 0. */
  amount: number | AnySQLiteColumn<{ data: number }> | SQL<number>;
  reason: typeof transfers.$inferSelect.reason;
  nowMs: number;
};

/**
 * The statement that moves an amount from the debited to the credited account. A replay writes nothing.
 * It fails, and its batch with it, if either account is missing or holds another currency, if both are the same account, or if
 * the debited one would be overdrawn and must not be.
 */
export function transfer(db: Database, row: Transfer, source: RowSource = always) {
  return transferAll(db, [[row, source]]);
}

/** Several in this order, each from its own source, as one statement: each statement of its own looks up the last `seq`. */
export function transferAll(db: Database, all: readonly (readonly [Transfer, RowSource])[]) {
  const each = all.map(([row, source]) => {
    const { refersTo, name, debit, credit, amount, currency = "USD", reason, nowMs } = row;
    const id = typeof name === "string" ? sql`${`${refersTo}:${name}`}` : sql`${`${refersTo}:`} || ${name}`;
    return sql`SELECT ${id}, ${debit}, ${credit}, ${amount}, ${currency}, ${reason}, ${refersTo}, ${nowMs}
    ${selectFrom(source)}`;
  });
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    ${sql.join(each, sql` UNION ALL `)} ON CONFLICT (id) DO NOTHING`);
}

export const paymentTransferId = (paymentId: SQL, name: "tokens" | "applied"): SQL<string> =>
  sql`'payment:' || ${paymentId} || ${sql.raw(`':${name}'`)}`;

type EachTransfer = {
  refersTo: SQL<string>;
  name: string;
  debit: UsdAccount | SQL<UsdAccount>;
  credit: UsdAccount | SQL<UsdAccount>;
  amount: SQL<number>;
  reason: SQL<typeof transfers.$inferSelect.reason>;
  nowMs: number;
};

/** One statement with a transfer for each row of a query; otherwise like `transfer`. @param source from FROM on, with a WHERE */
export function transferEach(db: Database, row: EachTransfer, source: SQL) {
  const { refersTo, name, debit, credit, amount, reason, nowMs } = row;
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${refersTo} || ${`:${name}`}, ${debit}, ${credit}, ${amount}, 'USD', ${reason}, ${refersTo}, ${nowMs} ${source}
    ON CONFLICT (id) DO NOTHING`);
}
