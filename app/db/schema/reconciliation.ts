import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf } from "./columns";
import { DIFFERENCE_KINDS, DIFFERENCE_STATES, PAYMENT_PROVIDERS, STRAY_RECEIPT_STATES } from "./names";
import { payments } from "./payments";

export const reconciliations = sqliteTable(
  "reconciliations",
  {
    id: text("id").primaryKey(),
    /** 'system' for the timer, otherwise 'operator:ID'. */
    askedBy: text("asked_by").notNull(),
    askedAtMs: integer("asked_at_ms").notNull(),
    fromMs: integer("from_ms").notNull(),
    startedAtMs: integer("started_at_ms"),
    finishedAtMs: integer("finished_at_ms"),
    sessionsRead: integer("sessions_read").notNull().default(0),
    refundsRead: integer("refunds_read").notNull().default(0),
    paymentsRead: integer("payments_read").notNull().default(0),
    repaired: integer("repaired").notNull().default(0),
    open: integer("open").notNull().default(0),
    error: text("error"),
  },
  (t) => [
    index("reconciliations_by_time").on(t.askedAtMs),
    indexWhere("reconciliations_unfinished", [t.askedAtMs], sql`finished_at_ms IS NULL`),
    check("reconciliations_order", sql`${t.finishedAtMs} IS NULL OR ${t.startedAtMs} IS NOT NULL`),
  ],
);

/** Once per kind and subject. Figures and ids only. */
export const differences = sqliteTable(
  "differences",
  {
    id: text("id").primaryKey(),
    kind: oneOf("kind", DIFFERENCE_KINDS).notNull(),
    subject: text("subject").notNull(),
    provider: oneOf("provider", PAYMENT_PROVIDERS),
    paymentId: text("payment_id"),
    detail: text("detail"),
    state: oneOf("state", DIFFERENCE_STATES).notNull(),
    firstSeenMs: integer("first_seen_ms").notNull(),
    lastSeenMs: integer("last_seen_ms").notNull(),
  },
  (t) => [indexWhere("differences_open", [t.firstSeenMs], sql`state = 'open'`)],
);

/**
 * Money received for a payment that another session of the same payment had already paid; it is owed back. One row per
 * provider session, so that it is refunded once.
 */
export const strayReceipts = sqliteTable(
  "stray_receipts",
  {
    sessionId: text("session_id").primaryKey(),
    provider: oneOf("provider", PAYMENT_PROVIDERS).notNull(),
    paymentId: idOf("payment_id", () => payments.id),
    providerPaymentId: text("provider_payment_id"),
    receivedCents: integer("received_cents").notNull(),
    state: oneOf("state", STRAY_RECEIPT_STATES).notNull().default("refunding"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    indexWhere("stray_receipts_open", [t.createdAtMs], sql`state = 'refunding'`),
    index("stray_receipts_by_payment").on(t.paymentId),
    check("stray_receipts_received", sql`${t.receivedCents} > 0`),
  ],
);
