import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, oneOf, uniqueWhere } from "./columns";
import { IDENTITY_OUTCOMES, IDENTITY_STATES } from "./names";
import { payments } from "./payments";
import { users } from "./people";

/** The picture and the number of the document stay with the provider. */
export const identitySessions = sqliteTable(
  "identity_sessions",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    providerSessionId: text("provider_session_id").notNull().unique(),
    state: oneOf("state", IDENTITY_STATES).notNull().default("started"),
    startedAtMs: integer("started_at_ms").notNull(),
    changedAtMs: integer("changed_at_ms").notNull(),
    /** The profile's name at that time if the document has the same, otherwise the document's; null: not verified, or erased. */
    verifiedName: text("verified_name"),
    /** Keyed hash of the document; null: not verified, or erased. */
    documentMark: text("document_mark"),
  },
  (t) => [
    index("identity_sessions_by_user").on(t.userId, t.startedAtMs),
    index("identity_sessions_by_document").on(t.documentMark),
  ],
);

/** Append-only; the latest counts. */
export const identityChecks = sqliteTable(
  "identity_checks",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    /** Null: the provider did. */
    operatorId: text("operator_id").references(() => users.id),
    sessionId: text("session_id")
      .unique()
      .references(() => identitySessions.id),
    outcome: oneOf("outcome", IDENTITY_OUTCOMES).notNull(),
    checkedAtMs: integer("checked_at_ms").notNull(),
  },
  (t) => [
    index("identity_checks_by_user").on(t.userId, t.checkedAtMs),
    check("identity_checks_by_one", sql`(${t.operatorId} IS NULL) <> (${t.sessionId} IS NULL)`),
  ],
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
