import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { payments } from "./payments";
import { users } from "./people";

/** `users.suspended_at_ms` is what counts. */
export const suspensions = sqliteTable(
  "suspensions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    reason: text("reason").notNull(),
    suspendedAtMs: integer("suspended_at_ms").notNull(),
    restoredBy: text("restored_by").references(() => users.id),
    restoredAtMs: integer("restored_at_ms"),
  },
  (t) => [
    uniqueIndex("suspensions_one_open")
      .on(t.userId)
      .where(sql`restored_at_ms IS NULL`),
    index("suspensions_by_user").on(t.userId, t.suspendedAtMs),
    check("suspensions_by_others", sql`${t.userId} <> ${t.operatorId} AND ${t.restoredBy} IS NOT ${t.userId}`),
    check("suspensions_end", sql`(${t.restoredBy} IS NULL) = (${t.restoredAtMs} IS NULL)`),
  ],
);

/** A payment lost to a dispute keeps its person from being paid out, until an operator has dealt with it; append-only. */
export const disputeLifts = sqliteTable("dispute_lifts", {
  paymentId: text("payment_id")
    .primaryKey()
    .references(() => payments.id),
  operatorId: text("operator_id")
    .notNull()
    .references(() => users.id),
  liftedAtMs: integer("lifted_at_ms").notNull(),
});
