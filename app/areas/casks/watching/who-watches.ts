import { type SQL, sql } from "drizzle-orm";
import { isPublished } from "~/areas/casks/is-published";

/** One watch of `cask_watches`, `casks` and `users`, while its person may still hear of the cask. */
export const whoWatches = (caskId: string, userId: string): SQL => sql`cask_watches
  JOIN casks ON casks.id = cask_watches.cask_id JOIN users ON users.id = cask_watches.user_id
  WHERE cask_watches.user_id = ${userId} AND cask_watches.cask_id = ${caskId} AND ${isPublished}
    AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL`;

/** In such a statement: this person is told of the same opening by the notice for those who want to hear of every one. */
export const isToldAnyway = sql`EXISTS (SELECT 1 FROM notice_choices
  JOIN outbox ON outbox.id = 'send-notice:cask-opens:' || casks.id || ':' || users.id
  WHERE notice_choices.user_id = users.id AND notice_choices.topic = 'launches' AND notice_choices.wanted = 1)`;
