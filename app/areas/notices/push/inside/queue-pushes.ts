import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { choicesWork } from "~/areas/notices/inside/topics";
import { liveSubscriptions } from "./live-subscriptions";
import { type NoticeKind, noticeTable } from "~/areas/notices/inside/notice-table";
import { findPlace } from "~/areas/notices/inside/place";

/**
 * Has every device of a notice's person told of it: one row of the outbox each, so that each is tried by itself. Asked again, it
 * adds nothing. @param subjectId 'NOTICE:ID...'
 */
export async function queuePushes(
  { db, nowMs: clock, pusher }: Pick<Deps, "db" | "nowMs" | "pusher">,
  kind: NoticeKind,
  subjectId: string,
): Promise<void> {
  const { push, topic } = noticeTable[kind];
  if (!pusher || !push) return;
  const [, id = "", ...more] = subjectId.split(":");
  const place = await findPlace(db, push, [id, ...more]);
  if (!place) return;
  if (topic && !(await runWork(db, choicesWork(db, place.userId)))[topic]) return;
  const nowMs = clock();
  const queue = db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
    SELECT 'send-push:' || ${subjectId} || ':' || subscriptions.id, 'send-push', ${subjectId} || ':' || subscriptions.id, ${nowMs}, ${nowMs}
    FROM ${liveSubscriptions(nowMs)} AND subscriptions.user_id = ${place.userId} ON CONFLICT (id) DO NOTHING`);
  await runWork(db, writes(queue));
}
