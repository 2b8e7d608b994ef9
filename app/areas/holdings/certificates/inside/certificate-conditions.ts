import { sql } from "drizzle-orm";

/** True while the stake of a row of `certificates` is its holder's, and the holder's account is open. */
export const stakeStands = sql`EXISTS (SELECT 1 FROM stakes JOIN users AS holders ON holders.id = stakes.user_id
  WHERE stakes.id = certificates.stake_id AND stakes.state = 'active' AND holders.closed_at_ms IS NULL)`;

/** True unless the certificate is this person's own: operators do not decide about themselves. Of a row of `certificates`. */
export const holdsNo = (userId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.id = certificates.stake_id AND own.user_id = ${userId})`;
