import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { oneOf } from "./name-tables";
import { dataRequestKinds, dataRequestOutcomes } from "./names";
import { users } from "./people";

/**
 * That a person asked, by letter or mail, for a copy of their data or to be erased, as an operator recorded it: answered within a month, or
 * within three with a reason (GDPR, article 12). Kept; the reasons go when the account is closed.
 */
export const dataRequests = sqliteTable(
  "data_requests",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: oneOf("kind", dataRequestKinds).notNull(),
    receivedOn: text("received_on").notNull(),
    /** The last day to answer on. */
    dueOn: text("due_on").notNull(),
    recordedBy: text("recorded_by")
      .notNull()
      .references(() => users.id),
    recordedAtMs: integer("recorded_at_ms").notNull(),
    /** Why it takes longer than a month, as the person was told; null: it does not. */
    extendedBecause: text("extended_because"),
    /** Null: it waits. */
    outcome: oneOf("outcome", dataRequestOutcomes),
    refusedBecause: text("refused_because"),
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    index("data_requests_by_user").on(t.userId, t.recordedAtMs),
    index("data_requests_due")
      .on(t.dueOn)
      .where(sql`outcome IS NULL`),
    uniqueIndex("data_requests_one_open")
      .on(t.userId, t.kind)
      .where(sql`outcome IS NULL`),
    check("data_requests_by_another", sql`${t.userId} <> ${t.recordedBy}`),
    check(
      "data_requests_due_in_time",
      sql`${t.dueOn} BETWEEN date(${t.receivedOn}, '+28 days') AND date(${t.receivedOn}, iif(${t.extendedBecause} IS NULL, '+1 month', '+3 months'))`,
    ),
    check(
      "data_requests_end",
      sql`(${t.outcome} IS NULL) = (${t.endedAtMs} IS NULL) AND (${t.outcome} IS 'refused') = (${t.refusedBecause} IS NOT NULL)`,
    ),
  ],
);
