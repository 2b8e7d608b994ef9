import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { noticeTopics, oneOf } from "./names";
import { users } from "./people";

/** What a person has chosen; without a row a topic is as features/notices/topics.ts says. */
export const noticeChoices = sqliteTable(
  "notice_choices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    topic: oneOf("topic", noticeTopics).notNull(),
    wanted: integer("wanted").notNull(),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.topic] }),
    index("notice_choices_wanted")
      .on(t.topic)
      .where(sql`wanted = 1`),
    check("notice_choices_wanted_flag", sql`${t.wanted} IN (0, 1)`),
  ],
);
