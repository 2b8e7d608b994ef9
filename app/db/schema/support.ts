import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { SUPPORT_KINDS } from "./names";
import { messages } from "./messages";
import { users } from "./people";

/** A message to us, with or without an account. Deleted with the account, or a while after it was closed. */
export const supportRequests = sqliteTable(
  "support_requests",
  {
    id: text("id").primaryKey(),
    number: text("number").notNull().unique(),
    userId: text("user_id").references(() => users.id),
    name: text("name").notNull(),
    email: text("email"),
    phone: text("phone"),
    kind: oneOf("kind", SUPPORT_KINDS).notNull(),
    message: text("message").notNull(),
    /** Keyed hash of all that was typed: the same again within minutes is the same request. */
    contentMark: text("content_mark").notNull(),
    messageId: text("message_id").references(() => messages.id),
    createdAtMs: integer("created_at_ms").notNull(),
    answeredAtMs: integer("answered_at_ms"),
    /** Set by triggers; null: everything has an answer, or it is closed. */
    waitingSinceMs: integer("waiting_since_ms"),
    closedAtMs: integer("closed_at_ms"),
  },
  (t) => [
    index("support_requests_by_content").on(t.contentMark, t.createdAtMs),
    index("support_requests_by_user").on(t.userId, t.createdAtMs),
    indexWhere("support_requests_by_email", [t.email], sql`email IS NOT NULL`),
    indexWhere("support_requests_by_phone", [t.phone], sql`phone IS NOT NULL`),
    uniqueWhere("support_requests_one_a_message", [t.userId, t.messageId], sql`message_id IS NOT NULL`),
    indexWhere("support_requests_waiting", [t.waitingSinceMs, t.id], sql`waiting_since_ms IS NOT NULL`),
    indexWhere(
      "support_requests_answered",
      [t.createdAtMs, t.id],
      sql`waiting_since_ms IS NULL AND closed_at_ms IS NULL`,
    ),
    indexWhere("support_requests_closed", [t.closedAtMs, t.id], sql`closed_at_ms IS NOT NULL`),
    check("support_requests_reachable", sql`(${t.email} IS NULL) <> (${t.phone} IS NULL)`),
    check("support_requests_wait_while_open", sql`${t.waitingSinceMs} IS NULL OR ${t.closedAtMs} IS NULL`),
  ],
);

export const supportFollowUps = sqliteTable(
  "support_follow_ups",
  {
    id: text("id").primaryKey(),
    requestId: text("request_id")
      .notNull()
      .references(() => supportRequests.id, { onDelete: "cascade" }),
    body: text("body").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("support_follow_ups_by_request").on(t.requestId, t.createdAtMs)],
);

/** Append-only; they go with their request. */
export const supportAnswers = sqliteTable(
  "support_answers",
  {
    id: text("id").primaryKey(),
    requestId: text("request_id")
      .notNull()
      .references(() => supportRequests.id, { onDelete: "cascade" }),
    operatorId: idOf("operator_id", () => users.id),
    body: text("body").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("support_answers_by_request").on(t.requestId, t.createdAtMs)],
);
