import { sql } from "drizzle-orm";
import type { VALUATION_TIERS } from "~/db/schema/names";

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
