import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What must happen later, written in the same batch as its cause. The queue only carries the nudge. */
export const outbox = sqliteTable(
  "outbox",
  {
    /** Kind and subject, e.g. 'issue-certificate:ID': asking twice is one row. */
    id: text("id").primaryKey(),
    kind: text("kind", {
      enum: ["handle-event", "check-payment", "expire-session", "refund-payment", "issue-certificate", "send-notice"],
    }).notNull(),
    subjectId: text("subject_id").notNull(),
    availableAtMs: integer("available_at_ms").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    doneAtMs: integer("done_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("outbox_due")
      .on(t.availableAtMs)
      .where(sql`done_at_ms IS NULL`),
    check(
      "outbox_kind",
      sql`${t.kind} IN ('handle-event', 'check-payment', 'expire-session', 'refund-payment', 'issue-certificate', 'send-notice')`,
    ),
  ],
);

/** Work that failed for good, kept until somebody looked at it. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: text("id").primaryKey(),
    /** 'outbox' (tries used up), 'queue' (the dead-letter queue) or 'refund' (needs a person). */
    origin: text("origin", { enum: ["outbox", "queue", "refund"] }).notNull(),
    body: text("body").notNull(),
    error: text("error"),
    createdAtMs: integer("created_at_ms").notNull(),
    resolvedAtMs: integer("resolved_at_ms"),
  },
  (t) => [
    index("dead_letters_open")
      .on(t.createdAtMs)
      .where(sql`resolved_at_ms IS NULL`),
    check("dead_letters_origin", sql`${t.origin} IN ('outbox', 'queue', 'refund')`),
  ],
);

/** The few figures an operator may change. `joining_fee_cents` is the first. */
export const settings = sqliteTable(
  "settings",
  {
    key: text("key").primaryKey(),
    value: integer("value").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [check("settings_known", sql`${t.key} IN ('joining_fee_cents') AND ${t.value} >= 0`)],
);

/** Who did what to what, append-only. Ids and figures only, no personal data. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: text("id").primaryKey(),
    /** 'user:ID', 'operator:ID' or 'system'. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    detail: text("detail"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("audit_log_by_subject").on(t.subject, t.createdAtMs)],
);
