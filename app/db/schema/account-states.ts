import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, oneOf, uniqueWhere } from "./columns";
import { IDENTITY_OUTCOMES } from "./names";
import { payments } from "./payments";
import { users } from "./people";

/** An operator compared a person with a document, of which nothing is kept. Append-only; the latest counts. */
export const identityChecks = sqliteTable(
  "identity_checks",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    operatorId: idOf("operator_id", () => users.id),
    outcome: oneOf("outcome", IDENTITY_OUTCOMES).notNull(),
    checkedAtMs: integer("checked_at_ms").notNull(),
  },
  (t) => [index("identity_checks_by_user").on(t.userId, t.checkedAtMs)],
);

/** `users.suspended_at_ms` is what counts. */
export const suspensions = sqliteTable(
  "suspensions",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    operatorId: idOf("operator_id", () => users.id),
    reason: text("reason").notNull(),
    suspendedAtMs: integer("suspended_at_ms").notNull(),
    restoredBy: text("restored_by").references(() => users.id),
    restoredAtMs: integer("restored_at_ms"),
  },
  (t) => [
    uniqueWhere("suspensions_one_open", [t.userId], sql`restored_at_ms IS NULL`),
    index("suspensions_by_user").on(t.userId, t.suspendedAtMs),
    check("suspensions_by_others", sql`${t.userId} <> ${t.operatorId} AND ${t.restoredBy} IS NOT ${t.userId}`),
    check("suspensions_end", sql`(${t.restoredBy} IS NULL) = (${t.restoredAtMs} IS NULL)`),
  ],
);

/** A payment lost to a dispute keeps its person from being paid out, until an operator has dealt with it; append-only. */
export const disputeLifts = sqliteTable("dispute_lifts", {
  paymentId: idOf("payment_id", () => payments.id).primaryKey(),
  operatorId: idOf("operator_id", () => users.id),
  liftedAtMs: integer("lifted_at_ms").notNull(),
});
