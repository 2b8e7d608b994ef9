import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Who wants each day's head by mail, with or without an account. Nothing is sent to an address that was not confirmed. */
export const auditReaders = sqliteTable(
  "audit_readers",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    askedAtMs: integer("asked_at_ms").notNull(),
    confirmedAtMs: integer("confirmed_at_ms"),
    /** The newest day that was told; '' before the first. A trigger writes the mail's outbox row. */
    toldDate: text("told_date").notNull().default(""),
  },
  (t) => [
    index("audit_readers_by_time").on(t.askedAtMs),
    index("audit_readers_to_tell")
      .on(t.toldDate)
      .where(sql`confirmed_at_ms IS NOT NULL`),
    check("audit_readers_email_lower", sql`${t.email} = lower(${t.email})`),
  ],
);
