import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./people";

/** The secret address at which a user's calendar reads their dates. */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** HMAC of the secret part of the address; null once it was revoked. */
  secretHash: text("secret_hash").unique(),
  /** When the page that asked for it was drawn: of two pages the later one counts, in whichever order they are sent. */
  askedAtMs: integer("asked_at_ms").notNull(),
});
