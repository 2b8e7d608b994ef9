import { sql } from "drizzle-orm";

/** True for an entry of `valuations` that no correction has taken the place of. Only these say what a stake is worth. */
export const isCounted = sql`NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id)`;
