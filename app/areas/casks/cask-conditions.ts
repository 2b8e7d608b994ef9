import { sql, type SQL } from "drizzle-orm";
import type { VALUATION_TIERS } from "~/db/schema/names";
import type { CalendarDate } from "~/domain/calendar-date";

/** Drafts and withdrawn casks do not exist for anyone but operators. */
export const isPublished = sql`casks.state = 'published'`;

/** Operators do not decide what their own stakes bring. */
export const ownsNothingOf = (caskId: SQL, userId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.user_id = ${userId} AND own.cask_id = ${caskId} AND own.state <> 'ended')`;

/** True for an entry of `valuations` that no correction has replaced. */
export const isCounted = sql`NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id)`;

type CountedCells = [
  valuedOn: string,
  valueCents: number,
  tier: (typeof VALUATION_TIERS)[number],
  method: string,
  source: string,
];

export const readCounted = (counted: string) =>
  (JSON.parse(counted) as CountedCells[]).map(([valuedOn, valueCents, tier, method, source]) => {
    return { valuedOn, valueCents, tier, method, source };
  });

export const confirmedOn = sql<CalendarDate | null>`(SELECT max(issued_on) FROM evidence AS paper
  WHERE paper.cask_id = casks.id AND paper.kind = 'warehouse-confirmation'
    AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id))`.as("confirmed_on");
