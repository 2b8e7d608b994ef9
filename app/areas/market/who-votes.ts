import { type SQL, sql } from "drizzle-orm";

export const isStaff = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${userId} AND staff.role <> 'investor')`;

export const wasSuspended = (userId: SQL, atMs: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = ${userId} AND suspensions.suspended_at_ms < ${atMs}
    AND coalesce(suspensions.restored_at_ms, ${atMs}) >= ${atMs})`;

export const lastVoteId = (bidId: SQL, userId: SQL): SQL<number | null> =>
  sql`(SELECT max(choices.id) FROM bid_votes AS choices WHERE choices.bid_id = ${bidId} AND choices.user_id = ${userId})`;
