import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people";

/**
 * Two accounts of one person that become one: what the first holds moves to the second, and the first is closed. One operator proposes
 * it, another confirms it (`change_proposals`, which names the row), and the timer carries it out after its wait, unless the person
 * has stopped it. Names no one, and is kept.
 */
export const accountMergers = sqliteTable(
  "account_mergers",
  {
    id: text("id").primaryKey(),
    fromUserId: text("from_user_id")
      .notNull()
      .references(() => users.id),
    intoUserId: text("into_user_id")
      .notNull()
      .references(() => users.id),
    /** 1: whoever proposed it has seen documents by which the two names are those of one person. */
    documentsSeen: integer("documents_seen").notNull(),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    /** Nothing of value moves before. */
    mergesFromMs: integer("merges_from_ms").notNull(),
    /** In the address of the page that stops it. */
    stopToken: text("stop_token").notNull(),
    stoppedAtMs: integer("stopped_at_ms"),
    confirmedAtMs: integer("confirmed_at_ms"),
    /** Set first in the batch that carries it out, and what moved, as it was then. */
    movingAtMs: integer("moving_at_ms"),
    stakes: integer("stakes"),
    walletCents: integer("wallet_cents"),
    pendingCents: integer("pending_cents"),
    tokens: integer("tokens"),
    /** Set last in the same batch, when nothing is left. */
    mergedAtMs: integer("merged_at_ms"),
  },
  (t) => [
    index("account_mergers_by_from").on(t.fromUserId, t.proposedAtMs),
    index("account_mergers_by_into").on(t.intoUserId, t.proposedAtMs),
    uniqueIndex("account_mergers_once")
      .on(t.fromUserId)
      .where(sql`confirmed_at_ms IS NOT NULL AND stopped_at_ms IS NULL`),
    uniqueIndex("account_mergers_one_waiting")
      .on(t.intoUserId)
      .where(sql`confirmed_at_ms IS NOT NULL AND stopped_at_ms IS NULL AND merged_at_ms IS NULL`),
    uniqueIndex("account_mergers_by_stop_token").on(t.stopToken),
    check("account_mergers_of_two", sql`${t.fromUserId} <> ${t.intoUserId}`),
    check("account_mergers_documents", sql`${t.documentsSeen} IN (0, 1)`),
    check("account_mergers_end", sql`${t.stoppedAtMs} IS NULL OR ${t.movingAtMs} IS NULL`),
    check("account_mergers_counted", sql`(${t.movingAtMs} IS NULL) = (${t.tokens} IS NULL)`),
  ],
);
