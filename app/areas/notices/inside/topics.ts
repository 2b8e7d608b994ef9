import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { NOTICE_TOPICS } from "~/db/schema/names";
import { noticeChoices } from "~/db/schema/notices";
import { mapWork, rows, type Work } from "~/db/work";
import type { NoticeTopic } from "~/core/outbox/kinds";

/** Sent unless it was switched off; openings of casks only to people who asked to hear of them. */
const BY_DEFAULT: Record<NoticeTopic, boolean> = { valuations: true, launches: false, referrals: true };

export type TopicChoices = Record<NoticeTopic, boolean>;

export const isTopic = (text: string): text is NoticeTopic => NOTICE_TOPICS.some((topic) => topic === text);

export function choicesWork(db: Database, userId: string): Work<TopicChoices> {
  const query = db
    .select({ topic: noticeChoices.topic, wanted: noticeChoices.wanted })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId));
  return mapWork(rows(query), (found) => {
    const chosen = found.map(({ topic, wanted }) => [topic, wanted === 1]);
    return { ...BY_DEFAULT, ...(Object.fromEntries(chosen) as Partial<TopicChoices>) };
  });
}
