import { sql, type SQL } from "drizzle-orm";
import type { VALUATION_TIERS } from "~/db/schema/names";

/**
 * True for a cask that people other than operators may see and buy of, in statements that read `casks`. Drafts and withdrawn casks
 * are to them as if they did not exist.
 */
export const isPublished = sql`casks.state = 'published'`;

/** True unless this person holds a stake of the cask: operators do not decide what their own stakes bring. */
export const ownsNothingOf = (caskId: SQL, userId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.user_id = ${userId} AND own.cask_id = ${caskId} AND own.state <> 'ended')`;

/** True for an entry of `valuations` that no correction has taken the place of. Only these say what a stake is worth. */
export const isCounted = sql`NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id)`;

type CountedCells = [
  valuedOn: string,
  valueCents: number,
  tier: (typeof VALUATION_TIERS)[number],
  method: string,
  source: string,
];

/** @param counted a cask's `counted_values`, which triggers keep: oldest first */
export const readCounted = (counted: string) =>
  (JSON.parse(counted) as CountedCells[]).map(([valuedOn, valueCents, tier, method, source]) => {
    return { valuedOn, valueCents, tier, method, source };
  });
