import { type SQL, sql } from "drizzle-orm";

/** Of the user in a column: staff, whose stakes are the house's own and never vote. */
export const isStaff = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${userId} AND staff.role <> 'investor')`;

/** Of the user in a column: an account that was suspended at that time. */
export const wasSuspended = (userId: SQL, atMs: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = ${userId} AND suspensions.suspended_at_ms < ${atMs}
    AND coalesce(suspensions.restored_at_ms, ${atMs}) >= ${atMs})`;

/** The last choice of a person about a bid; null: none. */
export const lastVoteId = (bidId: SQL, userId: SQL): SQL<number | null> =>
  sql`(SELECT max(choices.id) FROM bid_votes AS choices WHERE choices.bid_id = ${bidId} AND choices.user_id = ${userId})`;
