import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { changeProposals } from "./change-proposals";
import { oneOf } from "./name-tables";
import { messageAudiences, messageStates, recipientStates } from "./names-of-messages";
import { users } from "./people";

/** What an operator writes to all who hold or watch a cask. Its words are fixed once it is sent. */
export const messages = sqliteTable(
  "messages",
  {
    id: text("id").primaryKey(),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    audience: oneOf("audience", messageAudiences).notNull(),
    subject: text("subject").notNull(),
    /** Plain text; an empty line begins a paragraph. */
    body: text("body").notNull(),
    /** Counts the changes of a draft, so that exactly what was proposed is confirmed. */
    version: integer("version").notNull().default(1),
    state: oneOf("state", messageStates).notNull().default("draft"),
    draftedBy: text("drafted_by")
      .notNull()
      .references(() => users.id),
    draftedAtMs: integer("drafted_at_ms").notNull(),
    /** To more than ten: what another operator confirmed. */
    proposalId: text("proposal_id").references(() => changeProposals.id),
    /** Who sent it, confirmed it or dropped it. */
    endedBy: text("ended_by").references(() => users.id),
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    index("messages_drafted").on(t.state, t.draftedAtMs, t.id),
    index("messages_ended").on(t.state, t.endedAtMs, t.id),
    index("messages_by_proposal").on(t.proposalId),
    check(
      "messages_end",
      sql`(${t.state} = 'draft') = (${t.endedBy} IS NULL) AND (${t.endedBy} IS NULL) = (${t.endedAtMs} IS NULL)`,
    ),
    check("messages_proposed", sql`${t.proposalId} IS NULL OR ${t.state} = 'sent'`),
  ],
);

/** Everybody a message was meant for, as it was when it was sent, and what became of it for each. */
export const messageRecipients = sqliteTable(
  "message_recipients",
  {
    messageId: text("message_id")
      .notNull()
      .references(() => messages.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    state: oneOf("state", recipientStates).notNull(),
    /** From when on its turn has come: so many in a second as the provider of mail takes. */
    dueAtMs: integer("due_at_ms").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When it was decided what becomes of it. */
    doneAtMs: integer("done_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.userId] }),
    index("message_recipients_by_user").on(t.userId, t.createdAtMs),
    index("message_recipients_by_state").on(t.messageId, t.state),
    check("message_recipients_done", sql`(${t.state} = 'waiting') = (${t.doneAtMs} IS NULL)`),
  ],
);
