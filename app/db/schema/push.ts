import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions, users } from "./people";

/** A browser that wants notices shown, as its push service knows it. It ends with the session in which it was asked for. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    /** One device has one session. */
    sessionHash: text("session_hash")
      .notNull()
      .unique()
      .references(() => sessions.idHash, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Where the push service takes messages for this browser; anyone who knows it can send some, but only we can sign them. */
    endpoint: text("endpoint").notNull().unique(),
    /** The browser's public key and its secret, base64url, for RFC 8291. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("push_subscriptions_by_user").on(t.userId),
    check("push_subscriptions_endpoint", sql`${t.endpoint} LIKE 'https://%' AND length(${t.endpoint}) <= 500`),
    check("push_subscriptions_keys", sql`length(${t.p256dh}) = 87 AND length(${t.auth}) = 22`),
  ],
);
