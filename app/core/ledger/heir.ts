import { type SQL, sql } from "drizzle-orm";

/** The account into which a person's other one has moved, or that account itself. One step: what others have moved into stays. */
export const heirOf = (userId: SQL): SQL =>
  sql`coalesce((SELECT into_user_id FROM account_mergers WHERE account_mergers.from_user_id = ${userId} AND merged_at_ms IS NOT NULL), ${userId})`;
