import { type SQL, sql } from "drizzle-orm";
import { users } from "~/db/schema/people";

/** Of a row of users: only activated users who own a stake have a referral code. */
export const mayRefer: SQL = sql`${users.activatedAtMs} IS NOT NULL AND ${users.suspendedAtMs} IS NULL
  AND EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = ${users.id} AND stakes.state = 'active')`;
