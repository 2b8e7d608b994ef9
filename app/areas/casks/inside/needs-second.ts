import { type SQL, sql } from "drizzle-orm";

// The rule of migrations/0002_rules.sql, for the statements that obey it: they ask first, so that the trigger never has to
// refuse.

const MONTH_MS = 30 * 86_400_000;

const price = (caskId: SQL) => sql`(SELECT cost_per_stake_cents FROM casks WHERE casks.id = ${caskId})`;

/** Of the entries that no correction took the place of: the latest, in cents; before the first the price. */
export const lastValue = (
  caskId: SQL,
  which: SQL = sql`true`,
): SQL => sql`coalesce((SELECT entry.value_cents FROM valuations AS entry
  WHERE entry.cask_id = ${caskId} AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id) AND ${which}
  ORDER BY entry.valued_on DESC, entry.created_at_ms DESC, entry.id DESC LIMIT 1), ${price(caskId)})`;

type NewValue = { valuedOn: string; valueCents: number; nowMs: number };

/** True if a valuation is not one operator's to record. */
export function needsSecond(caskId: SQL, { valuedOn, valueCents, nowMs }: NewValue): SQL {
  const settled = sql`(entry.recorded_by IS NULL OR entry.proposal_id IS NOT NULL OR entry.created_at_ms <= ${nowMs - MONTH_MS})`;
  return sql`(coalesce(${valuedOn} < (SELECT max(valued_on) FROM valuations AS any_entry WHERE any_entry.cask_id = ${caskId}), 0)
    OR ${valueCents} * 10 > 11 * min(${lastValue(caskId)}, ${lastValue(caskId, settled)}))`;
}
