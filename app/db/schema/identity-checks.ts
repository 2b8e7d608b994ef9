import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { oneOf } from "./name-tables";
import { identityOutcomes } from "./names";
import { users } from "./people";

/** That an operator compared a person with an identity document; append-only, and the latest counts. */
export const identityChecks = sqliteTable(
  "identity_checks",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    outcome: oneOf("outcome", identityOutcomes).notNull(),
    checkedAtMs: integer("checked_at_ms").notNull(),
  },
  (t) => [index("identity_checks_by_user").on(t.userId, t.checkedAtMs)],
);
