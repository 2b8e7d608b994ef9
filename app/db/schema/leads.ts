import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
