import { type SQL, sql } from "drizzle-orm";

/** The subscriptions whose session is live, as `subscriptions`; the same condition as for a request of that session. */
export const liveSubscriptions = (nowMs: number): SQL => sql`push_subscriptions AS subscriptions
  JOIN sessions ON sessions.id_hash = subscriptions.session_hash JOIN users ON users.id = subscriptions.user_id
  WHERE sessions.revoked_at_ms IS NULL AND sessions.expires_at_ms > ${nowMs} AND sessions.epoch = users.session_epoch
    AND users.suspended_at_ms IS NULL`;
