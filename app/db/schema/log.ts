import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What stands in the public log, in its order, from place 0 on without a gap. Append-only. */
export const logEntries = sqliteTable("log_entries", {
  place: integer("place").primaryKey(),
  /** What it tells of, so that nothing is told twice: 'audit:DATE', 'certificate:ID:issued'... */
  cause: text("cause").notNull().unique(),
  /** The entry, byte for byte: canonical JSON. */
  body: text("body").notNull(),
});

/** The checkpoints that were signed, one for each day whose audit is in the log. Append-only: a log never goes back. */
export const logHeads = sqliteTable(
  "log_heads",
  {
    /** Entries. */
    size: integer("size").primaryKey(),
    date: text("date").notNull().unique(),
    /** Base64. */
    root: text("root").notNull(),
    /** Signed by us. */
    checkpoint: text("checkpoint").notNull(),
    signedAtMs: integer("signed_at_ms").notNull(),
  },
  (t) => [check("log_heads_size", sql`${t.size} > 0`)],
);

/** How far the nightly work on the log has come. One row. */
export const logWork = sqliteTable(
  "log_work",
  { id: integer("id").primaryKey(), progress: text("progress").notNull() },
  (t) => [check("log_work_single", sql`${t.id} = 1`)],
);
