import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, oneOf } from "./columns";
import { CURRENCIES, TRANSFER_REASONS } from "./names";
import { users } from "./people";

/** A ledger account. Triggers keep the two totals; balance = credits - debits, and a CHECK refuses an overdraft. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id),
    currency: oneOf("currency", CURRENCIES).notNull(),
    mayOverdraw: integer("may_overdraw").notNull().default(0),
    creditsTotal: integer("credits_total").notNull().default(0),
    debitsTotal: integer("debits_total").notNull().default(0),
  },
  (t) => [
    index("accounts_by_user").on(t.userId),
    check("accounts_totals", sql`${t.creditsTotal} >= 0 AND ${t.debitsTotal} >= 0`),
    check("accounts_overdraft", sql`${t.mayOverdraw} = 1 OR ${t.creditsTotal} >= ${t.debitsTotal}`),
  ],
);

/**
 * One row of the append-only ledger. The id is derived from the cause before writing, so a replay finds the row already
 * there.
 */
export const transfers = sqliteTable(
  "transfers",
  {
    /** The order of all transfers. Only ever grows; there may be gaps. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    debitAccountId: idOf("debit_account_id", () => accounts.id),
    creditAccountId: idOf("credit_account_id", () => accounts.id),
    /** Cents for USD, whole tokens for TOKEN. */
    amount: integer("amount").notNull(),
    currency: oneOf("currency", CURRENCIES).notNull(),
    reason: oneOf("reason", TRANSFER_REASONS).notNull(),
    /** The cause: 'payment:ID', 'stake:ID', 'withdrawal:ID' or 'referral:ID'. */
    refersTo: text("refers_to").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("transfers_by_reference").on(t.refersTo),
    index("transfers_by_time").on(t.createdAtMs, t.seq),
    index("transfers_by_debit").on(t.debitAccountId, t.createdAtMs),
    index("transfers_by_credit").on(t.creditAccountId, t.createdAtMs),
    check("transfers_amount", sql`${t.amount} > 0`),
    check("transfers_two_accounts", sql`${t.debitAccountId} <> ${t.creditAccountId}`),
  ],
);
