import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { oneOf } from "./name-tables";
import { supportKinds } from "./names";
import { users } from "./people";

/** A message to us, with or without an account. Deleted with the account, or a while after it was closed. */
export const supportRequests = sqliteTable(
  "support_requests",
  {
    id: text("id").primaryKey(),
    /** What the person is told and names again, without hyphens: of the letters of certificate codes. */
    number: text("number").notNull().unique(),
    /** Who was signed in when it was sent. */
    userId: text("user_id").references(() => users.id),
    name: text("name").notNull(),
    /** Where the answer goes: one of the two. */
    email: text("email"),
    phone: text("phone"),
    kind: oneOf("kind", supportKinds).notNull(),
    message: text("message").notNull(),
    /** Keyed hash of all that was typed: the same again within minutes is the same request. */
    contentMark: text("content_mark").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The first answer, set by a trigger. */
    answeredAtMs: integer("answered_at_ms"),
    /** Never reopened: writing again begins a new one. */
    closedAtMs: integer("closed_at_ms"),
  },
  (t) => [
    index("support_requests_by_content").on(t.contentMark, t.createdAtMs),
    index("support_requests_by_user").on(t.userId),
    index("support_requests_by_email")
      .on(t.email)
      .where(sql`email IS NOT NULL`),
    index("support_requests_by_phone")
      .on(t.phone)
      .where(sql`phone IS NOT NULL`),
    index("support_requests_waiting")
      .on(t.createdAtMs, t.id)
      .where(sql`answered_at_ms IS NULL AND closed_at_ms IS NULL`),
    index("support_requests_answered")
      .on(t.createdAtMs, t.id)
      .where(sql`answered_at_ms IS NOT NULL AND closed_at_ms IS NULL`),
    index("support_requests_closed")
      .on(t.closedAtMs, t.id)
      .where(sql`closed_at_ms IS NOT NULL`),
    check("support_requests_reachable", sql`(${t.email} IS NULL) <> (${t.phone} IS NULL)`),
  ],
);

/** What operators answered, append-only; they go with their request. */
export const supportAnswers = sqliteTable(
  "support_answers",
  {
    id: text("id").primaryKey(),
    requestId: text("request_id")
      .notNull()
      .references(() => supportRequests.id, { onDelete: "cascade" }),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    body: text("body").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("support_answers_by_request").on(t.requestId, t.createdAtMs)],
);

/** What operators answer again and again: a beginning that they choose and change. */
export const savedReplies = sqliteTable(
  "saved_replies",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    /** '{first name}' stands for the first name of whoever is answered. */
    body: text("body").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => users.id),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [uniqueIndex("saved_replies_by_title").on(t.title)],
);
