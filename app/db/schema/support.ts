import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf } from "./columns";
import { CONTACT_CHANNELS, noticeKinds, SUPPORT_KINDS } from "./names";
import { payments } from "./payments";
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
    /** The purchase that a cancellation names; null if its code is not one of ours. */
    paymentId: text("payment_id").references(() => payments.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** First answer; null: none yet. */
    answeredAtMs: integer("answered_at_ms"),
    closedAtMs: integer("closed_at_ms"),
  },
  (t) => [
    index("support_requests_by_content").on(t.contentMark, t.createdAtMs),
    index("support_requests_by_user").on(t.userId, t.createdAtMs),
    indexWhere("support_requests_by_email", [t.email], sql`email IS NOT NULL`),
    indexWhere("support_requests_by_phone", [t.phone], sql`phone IS NOT NULL`),
    indexWhere("support_requests_by_payment", [t.paymentId], sql`payment_id IS NOT NULL`),
    indexWhere("support_requests_waiting", [t.createdAtMs, t.id], sql`answered_at_ms IS NULL AND closed_at_ms IS NULL`),
    indexWhere(
      "support_requests_answered",
      [t.createdAtMs, t.id],
      sql`answered_at_ms IS NOT NULL AND closed_at_ms IS NULL`,
    ),
    indexWhere("support_requests_closed", [t.closedAtMs, t.id], sql`closed_at_ms IS NOT NULL`),
    check("support_requests_reachable", sql`(${t.email} IS NULL) <> (${t.phone} IS NULL)`),
  ],
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

/**
 * Whom a notice about an account's safety goes to: each mailbox and phone number that the account had when it was written, by triggers.
 * A row is here until its notice was sent, and keeps the address even if the account is closed meanwhile.
 */
export const noticeRecipients = sqliteTable(
  "notice_recipients",
  {
    /** As of its row in the outbox. */
    subjectId: text("subject_id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    notice: idOf("notice", () => noticeKinds.name),
    channel: oneOf("channel", CONTACT_CHANNELS).notNull(),
    address: text("address").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("notice_recipients_by_user").on(t.userId)],
);

/** The address is unproven, so it cannot be used to log in. */
export const leads = sqliteTable(
  "leads",
  {
    id: text("id").primaryKey(),
    email: text("email").unique(),
    /** E.164 without '+': 91 and ten digits. */
    phone: text("phone").unique(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("leads_by_time").on(t.createdAtMs),
    check("leads_reachable", sql`${t.email} IS NOT NULL OR ${t.phone} IS NOT NULL`),
    check("leads_email_lower", sql`${t.email} = lower(${t.email})`),
    check("leads_phone_digits", sql`length(${t.phone}) = 12 AND ${t.phone} NOT GLOB '*[^0-9]*'`),
  ],
);
