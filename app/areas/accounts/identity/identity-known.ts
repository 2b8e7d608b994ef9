import { type SQL, sql } from "drizzle-orm";

/** True once the latest check of this person was passed, whoever made it: an operator, or the provider. */
export const isIdentityKnown = (userId: SQL | string): SQL =>
  sql`((SELECT outcome FROM identity_checks WHERE identity_checks.user_id = ${userId}
    ORDER BY checked_at_ms DESC, id DESC LIMIT 1) IS 'passed')`;
