import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf } from "./columns";
import { CONTACT_CHANNELS, noticeKinds, NOTICE_TOPICS } from "./names";
import { users } from "./people";

/** What a person has chosen; without a row a topic is as areas/notices/notice-choices.ts says. */
export const noticeChoices = sqliteTable(
  "notice_choices",
  {
    userId: idOf("user_id", () => users.id),
    topic: oneOf("topic", NOTICE_TOPICS).notNull(),
    wanted: integer("wanted").notNull(),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.topic] }),
    indexWhere("notice_choices_wanted", [t.topic], sql`wanted = 1`),
    check("notice_choices_wanted_flag", sql`${t.wanted} IN (0, 1)`),
  ],
);

/**
 * Whom a notice about an account's safety goes to: each mailbox and phone number that the account had when it was written, by triggers.
 * A row is here until its notice was sent, and keeps the address even if the account is closed meanwhile.
 */
export const noticeRecipients = sqliteTable(
  "notice_recipients",
  {
    /** As of its row in the outbox. */
    subjectId: text("subject_id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    notice: idOf("notice", () => noticeKinds.name),
    channel: oneOf("channel", CONTACT_CHANNELS).notNull(),
    address: text("address").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("notice_recipients_by_user").on(t.userId)],
);
