import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { oneOf } from "./one-of";
import { CHANGE_KINDS, CHANGE_STATES } from "./names";
import { users } from "./people";

/**
 * A change that takes two operators: one proposes it, another confirms exactly that, and it is made in the same batch. The figures
 * are fixed: another figure is another proposal, with its own proposer, and takes the place of the first.
 */
export const changeProposals = sqliteTable(
  "change_proposals",
  {
    id: text("id").primaryKey(),
    kind: oneOf("kind", CHANGE_KINDS).notNull(),
    /** 'setting:KEY', 'cask:ID' or 'withdrawal:ID'. */
    subject: text("subject").notNull(),
    /** The state as it was shown: if it has changed by then, nothing is confirmed. */
    was: text("was").notNull(),
    /** The figures, written in one way only, so that the same ones are the same text. */
    becomes: text("becomes").notNull(),
    state: oneOf("state", CHANGE_STATES).notNull().default("open"),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    /** Who confirmed, withdrew or replaced it. */
    decidedBy: text("decided_by").references(() => users.id),
    decidedAtMs: integer("decided_at_ms"),
  },
  (t) => [
    uniqueIndex("change_proposals_one_open")
      .on(t.subject)
      .where(sql`state = 'open'`),
    index("change_proposals_waiting")
      .on(t.expiresAtMs)
      .where(sql`state = 'open'`),
    index("change_proposals_by_subject").on(t.subject, t.proposedAtMs),
    check("change_proposals_changes", sql`${t.was} <> ${t.becomes}`),
    check("change_proposals_end", sql`${t.expiresAtMs} > ${t.proposedAtMs}`),
    check(
      "change_proposals_decided",
      sql`(${t.state} = 'open') = (${t.decidedBy} IS NULL) AND (${t.decidedBy} IS NULL) = (${t.decidedAtMs} IS NULL)`,
    ),
  ],
);
