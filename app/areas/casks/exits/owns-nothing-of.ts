import { type SQL, sql } from "drizzle-orm";

/** True unless this person holds a stake of the cask: operators do not decide what their own stakes bring. */
export const ownsNothingOf = (caskId: SQL, userId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.user_id = ${userId} AND own.cask_id = ${caskId} AND own.state <> 'ended')`;
