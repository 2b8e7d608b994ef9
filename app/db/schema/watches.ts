import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { users } from "./people";

/** Who wants a mail when a cask opens and before it closes. What is told is set once; a trigger writes the mail's outbox row then. */
export const caskWatches = sqliteTable(
  "cask_watches",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Set from the start if the cask was open already: then there is nothing to tell. */
    opensToldAtMs: integer("opens_told_at_ms"),
    /** Set from the start if it was about to close. */
    closesToldAtMs: integer("closes_told_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.caskId] }),
    index("cask_watches_by_cask").on(t.caskId, t.userId),
    index("cask_watches_to_open")
      .on(t.caskId)
      .where(sql`opens_told_at_ms IS NULL`),
    index("cask_watches_to_close")
      .on(t.caskId)
      .where(sql`closes_told_at_ms IS NULL`),
    check("cask_watches_told", sql`${t.opensToldAtMs} >= ${t.createdAtMs} AND ${t.closesToldAtMs} >= ${t.createdAtMs}`),
  ],
);
