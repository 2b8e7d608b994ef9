import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import {
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  EVENT_CONCERNS,
  PAYMENT_MODES,
  PAYMENT_PROVIDERS,
  PAYMENT_PURPOSES,
  PAYMENT_REASONS,
  PAYMENT_STATES,
  REFERRAL_STATES,
} from "./names";
import { users } from "./people";

/** One attempt to pay for one thing in one checkout session. */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    purpose: oneOf("purpose", PAYMENT_PURPOSES).notNull(),
    caskId: text("cask_id").references(() => casks.id),
    /** The offer of another investor that it is for; null: a stake of ours, or a fee. While it is open it holds the offer. */
    offerId: text("offer_id"),
    productName: text("product_name").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** Cents that the provider reports as received; null until it does. */
    receivedCents: integer("received_cents"),
    mode: oneOf("mode", PAYMENT_MODES).notNull(),
    provider: oneOf("provider", PAYMENT_PROVIDERS).notNull(),
    state: oneOf("state", PAYMENT_STATES).notNull().default("created"),
    reason: oneOf("reason", PAYMENT_REASONS),
    providerSessionId: text("provider_session_id").unique(),
    providerPaymentId: text("provider_payment_id"),
    checkoutUrl: text("checkout_url"),
    /** When the attempt stops holding its stake; the checkout session expires five minutes earlier. */
    expiresAtMs: integer("expires_at_ms").notNull(),
    reversals: integer("reversals").notNull().default(0),
    disputedSinceMs: integer("disputed_since_ms"),
    answerByMs: integer("answer_by_ms"),
    /** How often the waiting page has had the provider queried, and when it may again. */
    looks: integer("looks").notNull().default(0),
    nextLookAtMs: integer("next_look_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    uniqueWhere(
      "payments_one_open_per_cask",
      [t.userId, t.caskId],
      sql`purpose = 'stake' AND offer_id IS NULL AND state IN ('created', 'open')`,
    ),
    uniqueWhere("payments_one_open_fee", [t.userId], sql`purpose = 'joining-fee' AND state IN ('created', 'open')`),
    uniqueWhere("payments_one_open_per_offer", [t.offerId], sql`offer_id IS NOT NULL AND state IN ('created', 'open')`),
    uniqueWhere("payments_one_fee_applied", [t.userId], sql`purpose = 'joining-fee' AND state = 'settled'`),
    index("payments_by_user").on(t.userId, t.createdAtMs, t.id),
    indexWhere("payments_open_by_user", [t.userId, t.expiresAtMs], sql`state IN ('created', 'open')`),
    indexWhere("payments_open_by_cask", [t.caskId, t.expiresAtMs], sql`state IN ('created', 'open')`),
    indexWhere("payments_open_by_expiry", [t.expiresAtMs], sql`state IN ('created', 'open')`),
    index("payments_by_provider_payment").on(t.providerPaymentId),
    indexWhere("payments_disputed", [t.updatedAtMs], sql`state = 'disputed' AND reason = 'disputed'`),
    indexWhere("payments_disputed_since", [t.disputedSinceMs], sql`state = 'disputed' AND reason = 'disputed'`),
    indexWhere("payments_refunding", [t.receivedCents], sql`state = 'refunding'`),
    indexWhere("payments_disputed_by_user", [t.userId], sql`state = 'disputed'`),
    indexWhere("payments_reversed_by_user", [t.userId], sql`state IN ('refunding', 'refunded', 'disputed')`),
    index("payments_by_time").on(t.provider, t.createdAtMs, t.id),
    index("payments_by_state").on(t.provider, t.state, t.createdAtMs, t.id),
    check("payments_purpose", sql`(${t.purpose} = 'stake') = (${t.caskId} IS NOT NULL)`),
    check("payments_offer", sql`${t.offerId} IS NULL OR ${t.purpose} = 'stake'`),
    check("payments_amount", sql`${t.amountCents} > 0`),
    check("payments_received", sql`${t.receivedCents} >= 0`),
    check(
      "payments_open_has_session",
      sql`${t.state} <> 'open' OR (${t.providerSessionId} IS NOT NULL AND ${t.checkoutUrl} IS NOT NULL)`,
    ),
  ],
);

export type Payment = typeof payments.$inferSelect;
export type PaymentPurpose = Payment["purpose"];
export type PaymentMode = Payment["mode"];

/** The inbox: each provider event once, keyed by the provider's event id. Holds no personal data. */
export const providerEvents = sqliteTable(
  "provider_events",
  {
    /** 'stripe:evt_...' */
    id: text("id").primaryKey(),
    provider: oneOf("provider", PAYMENT_PROVIDERS).notNull(),
    type: text("type").notNull(),
    concerns: oneOf("concerns", EVENT_CONCERNS).notNull(),
    sessionId: text("session_id"),
    providerPaymentId: text("provider_payment_id"),
    receivedAtMs: integer("received_at_ms").notNull(),
  },
  (t) => [
    index("provider_events_by_session").on(t.sessionId),
    indexWhere("provider_events_by_payment", [t.providerPaymentId], sql`provider_payment_id IS NOT NULL`),
  ],
);

export const manualRefunds = sqliteTable(
  "manual_refunds",
  {
    paymentId: idOf("payment_id", () => payments.id).primaryKey(),
    reference: text("reference").notNull().unique(),
    operatorId: idOf("operator_id", () => users.id),
    recordedAtMs: integer("recorded_at_ms").notNull(),
  },
  () => [index("manual_refunds_by_reference").on(sql`"reference" COLLATE NOCASE`)],
);

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
    provider: oneOf("provider", PAYMENT_PROVIDERS).notNull(),
    paymentId: text("payment_id"),
    detail: text("detail"),
    state: oneOf("state", DIFFERENCE_STATES).notNull(),
    firstSeenMs: integer("first_seen_ms").notNull(),
    lastSeenMs: integer("last_seen_ms").notNull(),
  },
  (t) => [indexWhere("differences_open", [t.firstSeenMs], sql`state = 'open'`)],
);

/** A user is referred at most once, and never by themselves. */
export const referrals = sqliteTable(
  "referrals",
  {
    referredId: idOf("referred_id", () => users.id).primaryKey(),
    referrerId: idOf("referrer_id", () => users.id),
    state: oneOf("state", REFERRAL_STATES).notNull().default("inactive"),
    rewardCents: integer("reward_cents").notNull(),
    paymentId: text("payment_id").references(() => payments.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When an operator decided that the two are two people. */
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    index("referrals_by_referrer").on(t.referrerId, t.createdAtMs),
    indexWhere("referrals_waiting", [t.createdAtMs], sql`state IN ('held', 'pending')`),
    // Asked by the foreign key.
    index("referrals_by_payment").on(t.paymentId),
    check("referrals_not_oneself", sql`${t.referrerId} <> ${t.referredId}`),
    check("referrals_reward", sql`${t.rewardCents} > 0`),
    check("referrals_earned", sql`${t.state} = 'inactive' OR ${t.paymentId} IS NOT NULL`),
  ],
);
