import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, oneOf } from "./columns";
import { RECIPIENT_STATES } from "./names";
import { users } from "./people";

export const messages = sqliteTable(
  "messages",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    sentBy: idOf("sent_by", () => users.id),
    sentAtMs: integer("sent_at_ms").notNull(),
  },
  (t) => [index("messages_by_cask").on(t.caskId, t.sentAtMs, t.id)],
);

export const messageRecipients = sqliteTable(
  "message_recipients",
  {
    messageId: idOf("message_id", () => messages.id),
    userId: idOf("user_id", () => users.id),
    state: oneOf("state", RECIPIENT_STATES).notNull(),
    /** From when on its turn has come: so many in a second as the provider of mail takes. */
    dueAtMs: integer("due_at_ms").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    doneAtMs: integer("done_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.userId] }),
    index("message_recipients_by_user").on(t.userId, t.createdAtMs),
    index("message_recipients_by_state").on(t.messageId, t.state),
    check("message_recipients_done", sql`(${t.state} = 'waiting') = (${t.doneAtMs} IS NULL)`),
  ],
);
