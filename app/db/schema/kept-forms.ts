import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What was typed into a form that could not be taken yet, sealed, for a short while: a code or a second look comes first. */
export const keptForms = sqliteTable(
  "kept_forms",
  {
    /** HMAC of the id in the browser's cookie. */
    idHash: text("id_hash").primaryKey(),
    valuesSealed: text("values_sealed").notNull(),
    keyId: text("key_id").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("kept_forms_by_expiry").on(t.expiresAtMs)],
);
