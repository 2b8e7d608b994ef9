import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import {
  CHANGE_KINDS,
  CHANGE_STATES,
  DEAD_LETTER_ORIGINS,
  noticeKinds,
  type OUTBOX_KINDS,
  outboxKinds,
  SETTING_KEYS,
  TIMER_JOBS,
} from "./names";
import { users } from "./people";

/** Deferred work, written in the same batch as its cause. The queue carries only a nudge. */
export const outbox = sqliteTable(
  "outbox",
  {
    /** Kind and subject, e.g. 'issue-certificate:ID', so that asking twice is one row. See core/outbox/kinds.ts. */
    id: text("id").primaryKey(),
    kind: text("kind")
      .$type<(typeof OUTBOX_KINDS)[number]>()
      .notNull()
      .references(() => outboxKinds.name),
    subjectId: text("subject_id").notNull(),
    notice: text("notice").references(() => noticeKinds.name),
    availableAtMs: integer("available_at_ms").notNull(),
    /** 1: goes before the rest. Set by a trigger, from the kind. -1: one of many emails, which go at a pace of their own. */
    urgent: integer("urgent").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    /** Since when no try has gone well. */
    failingSinceMs: integer("failing_since_ms"),
    leasedUntilMs: integer("leased_until_ms"),
    lastError: text("last_error"),
    doneAtMs: integer("done_at_ms"),
    /** How it went, in its handler's word: 'sent', 'no-address'... Null: not done, given up, or ended by an operator. */
    outcome: text("outcome"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    indexWhere("outbox_due", [t.urgent, t.availableAtMs], sql`done_at_ms IS NULL`),
    indexWhere("outbox_failing", [t.failingSinceMs], sql`done_at_ms IS NULL AND failing_since_ms IS NOT NULL`),
    indexWhere(
      "outbox_failing_payments",
      [t.failingSinceMs],
      sql`done_at_ms IS NULL AND failing_since_ms IS NOT NULL AND kind IN ('refund-payment', 'check-payment', 'expire-session')`,
    ),
    indexWhere("outbox_by_end", [t.doneAtMs], sql`done_at_ms IS NOT NULL AND last_error IS NULL`),
    check("outbox_id", sql`${t.id} = ${t.kind} || ':' || ${t.subjectId}`),
    check(
      "outbox_notice",
      sql`(${t.kind} = 'send-notice') = (${t.notice} IS NOT NULL) AND (${t.notice} IS NULL OR substr(${t.subjectId}, 1, length(${t.notice}) + 1) = ${t.notice} || ':')`,
    ),
  ],
);

/** Work that failed for good, kept until an operator has dealt with it. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: text("id").primaryKey(),
    origin: oneOf("origin", DEAD_LETTER_ORIGINS).notNull(),
    body: text("body").notNull(),
    error: text("error"),
    createdAtMs: integer("created_at_ms").notNull(),
    resolvedAtMs: integer("resolved_at_ms"),
  },
  (t) => [
    indexWhere("dead_letters_open", [t.createdAtMs], sql`resolved_at_ms IS NULL`),
    indexWhere("dead_letters_refunds", [t.createdAtMs], sql`resolved_at_ms IS NULL AND origin = 'refund'`),
  ],
);

/** A job of the timer: when it last went well, and how it went last. Written at most once a minute. */
export const timerJobs = sqliteTable(
  "timer_jobs",
  {
    name: oneOf("name", TIMER_JOBS).primaryKey(),
    sinceMs: integer("since_ms").notNull(),
    lastSuccessAtMs: integer("last_success_at_ms"),
    lastFailureAtMs: integer("last_failure_at_ms"),
    durationMs: integer("duration_ms").notNull(),
  },
  (t) => [check("timer_jobs_duration", sql`${t.durationMs} >= 0`)],
);

export const settings = sqliteTable(
  "settings",
  {
    key: oneOf("key", SETTING_KEYS).primaryKey(),
    /** 0 for a setting that is a list. */
    value: integer("value").notNull(),
    text: text("text"),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [check("settings_value", sql`${t.value} >= 0`)],
);

/** The log of who did what, append-only. Ids and figures only, no personal data. */
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
  (t) => [
    index("audit_log_by_subject").on(t.subject, t.createdAtMs),
    index("audit_log_by_time").on(t.createdAtMs, t.id),
  ],
);

/** Always empty: a trigger refuses every row, and with it the batch that would have written it (core/session/guarded.ts). */
export const refusals = sqliteTable("refusals", { reason: text("reason").notNull() }, (t) => [
  check("refusals_reason", sql`${t.reason} IN ('ended', 'stranger', 'old-code', 'reader')`),
]);

/**
 * One operator proposes a change, another confirms exactly that, and it is made in the same batch. Other figures are another proposal,
 * which replaces the first.
 */
export const changeProposals = sqliteTable(
  "change_proposals",
  {
    id: text("id").primaryKey(),
    kind: oneOf("kind", CHANGE_KINDS).notNull(),
    /** 'setting:KEY', 'cask:ID' or 'withdrawal:ID'. */
    subject: text("subject").notNull(),
    /** The state as it was shown: nothing is confirmed if it has changed. */
    was: text("was").notNull(),
    /** In canonical form, so that the same figures are the same text. */
    becomes: text("becomes").notNull(),
    state: oneOf("state", CHANGE_STATES).notNull().default("open"),
    proposedBy: idOf("proposed_by", () => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAtMs: integer("decided_at_ms"),
  },
  (t) => [
    uniqueWhere("change_proposals_one_open", [t.subject], sql`state = 'open'`),
    indexWhere("change_proposals_waiting", [t.expiresAtMs], sql`state = 'open'`),
    index("change_proposals_by_subject").on(t.subject, t.proposedAtMs),
    check("change_proposals_changes", sql`${t.was} <> ${t.becomes}`),
    check("change_proposals_end", sql`${t.expiresAtMs} > ${t.proposedAtMs}`),
    check(
      "change_proposals_decided",
      sql`(${t.state} = 'open') = (${t.decidedBy} IS NULL) AND (${t.decidedBy} IS NULL) = (${t.decidedAtMs} IS NULL)`,
    ),
  ],
);
