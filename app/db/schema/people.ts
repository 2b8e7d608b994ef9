import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf } from "./columns";
import { CONTACT_CHANNELS, USER_ROLES } from "./names";

/** Investors and operators. A user exists only once a code has proved the email address or phone number. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: text("email").unique(),
    /** E.164 without '+': 91 and ten digits. */
    phone: text("phone").unique(),
    fullName: text("full_name"),
    /** The name on certificates: the full name, or what stands for it in Latin letters. Null until there is a name that we can print. */
    nameOnCertificate: text("name_on_certificate"),
    address: text("address"),
    role: oneOf("role", USER_ROLES).notNull().default("investor"),
    referralCode: text("referral_code").notNull().unique(),
    /** Incremented to end every session of this user at once. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    activatedAtMs: integer("activated_at_ms"),
    suspendedAtMs: integer("suspended_at_ms"),
    /** When mailbox or phone number was last changed or added: withdrawals wait after it. */
    contactChangedAtMs: integer("contact_changed_at_ms"),
    /** Whether new valuations of their casks are emailed: 0 or 1. */
    createdAtMs: integer("created_at_ms").notNull(),
    /** Nothing says who it was; the books go by the id. */
    closedAtMs: integer("closed_at_ms"),
  },
  (t) => [
    indexWhere("users_operators", [t.id], sql`role = 'operator'`),
    index("users_newest").on(t.createdAtMs, t.id),
    indexWhere("users_suspended", [t.createdAtMs, t.id], sql`suspended_at_ms IS NOT NULL AND closed_at_ms IS NULL`),
    indexWhere("users_staff", [t.createdAtMs, t.id], sql`role <> 'investor'`),
    indexWhere("users_by_name", [sql`"full_name" COLLATE NOCASE`], sql`full_name IS NOT NULL`),
    indexWhere("users_by_other_name", [t.createdAtMs], sql`full_name GLOB '*[^ -~]*'`),
    check("users_reachable", sql`${t.email} IS NOT NULL OR ${t.phone} IS NOT NULL`),
    check("users_email_lower", sql`${t.email} = lower(${t.email})`),
    check("users_phone_digits", sql`length(${t.phone}) = 12 AND ${t.phone} NOT GLOB '*[^0-9]*'`),
  ],
);

/** Where returns are paid. The account number is sealed (AES-GCM); only its last four digits are readable. */
export const bankDetails = sqliteTable(
  "bank_details",
  {
    userId: idOf("user_id", () => users.id).primaryKey(),
    holderName: text("holder_name").notNull(),
    bankName: text("bank_name").notNull(),
    ifscCode: text("ifsc_code").notNull(),
    branchAddress: text("branch_address").notNull(),
    accountNumberSealed: text("account_number_sealed").notNull(),
    accountLast4: text("account_last4").notNull(),
    keyId: text("key_id").notNull(),
    accountMark: text("account_mark"),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [index("bank_details_by_account").on(t.accountMark)],
);

/**
 * Earlier email addresses and phone numbers of an account, append-only, written by a trigger: a takeover must be reported to
 * the old address.
 */
export const contactChanges = sqliteTable(
  "contact_changes",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    channel: oneOf("channel", CONTACT_CHANNELS).notNull(),
    oldValue: text("old_value").notNull(),
    newValue: text("new_value"),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [index("contact_changes_by_user").on(t.userId, t.changedAtMs)],
);

/** The part of a session that must be exact at every request; the rest is its KV record. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** HMAC of the session id in the cookie. */
    idHash: text("id_hash").primaryKey(),
    userId: idOf("user_id", () => users.id),
    epoch: integer("epoch").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    /** When a code was last entered; bank details and withdrawals require a recent one. */
    provedAtMs: integer("proved_at_ms").notNull(),
    revokedAtMs: integer("revoked_at_ms"),
    /** End of a token's session unless it is used before; null where KV keeps that time. */
  },
  (t) => [index("sessions_by_user").on(t.userId), index("sessions_by_expiry").on(t.expiresAtMs)],
);

/** The state that remix-auth keeps between sending a code and verifying it. */
export const loginFlows = sqliteTable(
  "login_flows",
  {
    idHash: text("id_hash").primaryKey(),
    data: text("data").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    /** The one code this login takes. Another browser's code to the same address does not count. */
    codeId: text("code_id"),
    /** The code was right. The row is kept for a little while, so that a second tap is answered like the first. */
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    index("login_flows_by_expiry").on(t.expiresAtMs),
    indexWhere("login_flows_by_end", [t.endedAtMs], sql`ended_at_ms IS NOT NULL`),
  ],
);

/** Requests for a code, so that the same request twice within seconds sends one code. */
export const loginAsks = sqliteTable(
  "login_asks",
  {
    /** HMAC of who asks and what for. */
    key: text("key").primaryKey(),
    /** The login's id follows from this and from the browser's own secret. */
    salt: text("salt").notNull(),
    askedAtMs: integer("asked_at_ms").notNull(),
    /** While neither is set, the sender has not answered yet. */
    sentAtMs: integer("sent_at_ms"),
    rejectedAtMs: integer("rejected_at_ms"),
  },
  (t) => [index("login_asks_by_time").on(t.askedAtMs)],
);

/** One-time codes, as HMACs only. An SMS code is held by the vendor; this row holds the request id and the tries. */
export const loginCodes = sqliteTable(
  "login_codes",
  {
    id: text("id").primaryKey(),
    addressHash: text("address_hash").notNull(),
    channel: oneOf("channel", CONTACT_CHANNELS).notNull(),
    vendorRequestId: text("vendor_request_id"),
    attempts: integer("attempts").notNull().default(0),
    active: integer("active").notNull().default(1),
    expiresAtMs: integer("expires_at_ms").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** HMAC of the latest try: the same again within seconds is a second tap, and no second try. */
    lastTry: text("last_try"),
    lastTryAtMs: integer("last_try_at_ms"),
    /** 0 while still unknown. */
    lastTryWrong: integer("last_try_wrong").notNull().default(0),
    /** HMAC of the try that was right. */
    usedBy: text("used_by"),
    usedAtMs: integer("used_at_ms"),
  },
  (t) => [
    index("login_codes_by_expiry").on(t.expiresAtMs),
    check("login_codes_attempts", sql`${t.attempts} BETWEEN 0 AND 5`),
    check("login_codes_active", sql`${t.active} IN (0, 1)`),
  ],
);

export const counters = sqliteTable(
  "counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    windowEndsAtMs: integer("window_ends_at_ms").notNull(),
  },
  (t) => [index("counters_by_end").on(t.windowEndsAtMs)],
);
