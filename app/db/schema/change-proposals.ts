import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { CHANGE_KINDS, CHANGE_STATES } from "./names";
import { users } from "./people";

/**
 * One operator proposes a change, another confirms exactly that, and it is made in the same batch. Other figures are another proposal,
 * which replaces the first.
 */
export const changeProposals = sqliteTable(
  "change_proposals",
  {
    id: text("id").primaryKey(),
    kind: oneOf("kind", CHANGE_KINDS).notNull(),
    /** 'setting:KEY', 'cask:ID' or 'withdrawal:ID'. */
    subject: text("subject").notNull(),
    /** The state as it was shown: nothing is confirmed if it has changed. */
    was: text("was").notNull(),
    /** In canonical form, so that the same figures are the same text. */
    becomes: text("becomes").notNull(),
    state: oneOf("state", CHANGE_STATES).notNull().default("open"),
    proposedBy: idOf("proposed_by", () => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAtMs: integer("decided_at_ms"),
  },
  (t) => [
    uniqueWhere("change_proposals_one_open", [t.subject], sql`state = 'open'`),
    indexWhere("change_proposals_waiting", [t.expiresAtMs], sql`state = 'open'`),
    index("change_proposals_by_subject").on(t.subject, t.proposedAtMs),
    check("change_proposals_changes", sql`${t.was} <> ${t.becomes}`),
    check("change_proposals_end", sql`${t.expiresAtMs} > ${t.proposedAtMs}`),
    check(
      "change_proposals_decided",
      sql`(${t.state} = 'open') = (${t.decidedBy} IS NULL) AND (${t.decidedBy} IS NULL) = (${t.decidedAtMs} IS NULL)`,
    ),
  ],
);
