import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { users } from "./people";

export const PAYMENT_STATES = [
  "created",
  "open",
  "paid",
  "settled",
  "expired",
  "cancelled",
  "failed",
  "refunding",
  "refunded",
  "disputed",
] as const;

/** One attempt to pay one thing through one provider session. Which state may follow which is a trigger. */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose", { enum: ["joining-fee", "stake"] }).notNull(),
    caskId: text("cask_id").references(() => casks.id),
    productName: text("product_name").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** What the provider says it received; null until it says so. */
    receivedCents: integer("received_cents"),
    mode: text("mode", { enum: ["Bank", "Crypto"] }).notNull(),
    provider: text("provider", { enum: ["stripe", "copperx"] }).notNull(),
    state: text("state", { enum: PAYMENT_STATES }).notNull().default("created"),
    /** Why it did not end well: 'no-stake-left', 'wrong-amount', 'already-activated', 'returned', 'disputed', 'other-method', 'provider-rejected', 'provider-unavailable'. */
    reason: text("reason"),
    providerSessionId: text("provider_session_id").unique(),
    providerPaymentId: text("provider_payment_id"),
    checkoutUrl: text("checkout_url"),
    /** Until when the attempt holds its place; the provider's session ends five minutes earlier. */
    expiresAtMs: integer("expires_at_ms").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    uniqueIndex("payments_one_open_per_cask")
      .on(t.userId, t.caskId)
      .where(sql`purpose = 'stake' AND state IN ('created', 'open')`),
    uniqueIndex("payments_one_open_fee")
      .on(t.userId)
      .where(sql`purpose = 'joining-fee' AND state IN ('created', 'open')`),
    uniqueIndex("payments_one_fee_applied")
      .on(t.userId)
      .where(sql`purpose = 'joining-fee' AND state = 'settled'`),
    index("payments_by_user").on(t.userId, t.createdAtMs),
    index("payments_open_by_user")
      .on(t.userId, t.expiresAtMs)
      .where(sql`state IN ('created', 'open')`),
    index("payments_open_by_cask")
      .on(t.caskId, t.expiresAtMs)
      .where(sql`state IN ('created', 'open')`),
    index("payments_open_by_expiry")
      .on(t.expiresAtMs)
      .where(sql`state IN ('created', 'open')`),
    index("payments_by_provider_payment").on(t.providerPaymentId),
    index("payments_by_time").on(t.provider, t.createdAtMs),
    check(
      "payments_purpose",
      sql`(${t.purpose} = 'stake' AND ${t.caskId} IS NOT NULL) OR (${t.purpose} = 'joining-fee' AND ${t.caskId} IS NULL)`,
    ),
    check("payments_amount", sql`${t.amountCents} > 0`),
    check("payments_received", sql`${t.receivedCents} >= 0`),
    check(
      "payments_mode",
      sql`(${t.mode} = 'Bank' AND ${t.provider} = 'stripe') OR (${t.mode} = 'Crypto' AND ${t.provider} = 'copperx')`,
    ),
    check(
      "payments_state",
      sql`${t.state} IN ('created', 'open', 'paid', 'settled', 'expired', 'cancelled', 'failed', 'refunding', 'refunded', 'disputed')`,
    ),
    check(
      "payments_open_has_session",
      sql`${t.state} <> 'open' OR (${t.providerSessionId} IS NOT NULL AND ${t.checkoutUrl} IS NOT NULL)`,
    ),
  ],
);

/** The inbox: each provider event once, by the provider's own event id. Holds no personal data. */
export const providerEvents = sqliteTable(
  "provider_events",
  {
    /** 'stripe:evt_...' */
    id: text("id").primaryKey(),
    provider: text("provider", { enum: ["stripe", "copperx"] }).notNull(),
    type: text("type").notNull(),
    concerns: text("concerns", { enum: ["session", "refund", "dispute", "nothing"] }).notNull(),
    sessionId: text("session_id"),
    providerPaymentId: text("provider_payment_id"),
    refundedCents: integer("refunded_cents"),
    refundedInFull: integer("refunded_in_full").notNull().default(0),
    receivedAtMs: integer("received_at_ms").notNull(),
  },
  (t) => [
    index("provider_events_by_session").on(t.sessionId),
    check("provider_events_concerns", sql`${t.concerns} IN ('session', 'refund', 'dispute', 'nothing')`),
  ],
);
