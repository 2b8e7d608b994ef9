import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { isPublished } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";

/**
 * Tells those who asked to hear of it that a cask opens today. Only an activated account sees a cask's facts, so only such are
 * told. Once per cask and person, enforced by the id. One round trip.
 */
export async function tellOpenings({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  const tell = db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
    SELECT 'send-notice:cask-opens:' || subject, 'send-notice', 'cask-opens:' || subject, 'cask-opens', -1, ${nowMs}, ${nowMs}
    FROM (SELECT casks.id || ':' || users.id AS subject FROM casks
      CROSS JOIN notice_choices ON notice_choices.topic = 'launches' AND notice_choices.wanted = 1
      JOIN users ON users.id = notice_choices.user_id
      WHERE casks.launches_on = ${dateOf(nowMs)} AND ${isPublished} AND casks.ended_on IS NULL AND users.email IS NOT NULL AND users.suspended_at_ms IS NULL
        AND users.activated_at_ms IS NOT NULL)
    WHERE true ON CONFLICT (id) DO NOTHING`);
  await runWork(db, writes(tell));
}
