import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { ownsNothingOf } from "~/areas/casks/exits/owns-nothing-of";
import type { Change } from "~/core/proposals/change";
import { type Proposed, proposeChange } from "~/core/proposals/propose-change";
import type { OperatorAccess } from "~/core/session/guarded";
import { isPublished } from "./is-published";
import type { ValuationValues } from "./inside/valuation-form";

/** A valuation that takes two operators. */
export type TwoPersonValuation = { caskId: string; supersedesId: string | null; values: ValuationValues };

/** Of the entries that no correction took the place of: the latest, in cents; before the first the price. */
const lastValue = sql`coalesce((SELECT entry.value_cents FROM valuations AS entry
  WHERE entry.cask_id = casks.id AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
  ORDER BY entry.valued_on DESC, entry.created_at_ms DESC, entry.id DESC LIMIT 1), casks.cost_per_stake_cents)`;

export const valuedSubject = (caskId: string) => `cask:${caskId}`;

/**
 * What is proposed, and what it rests on: how many entries there were and what the last one says. With any further entry, or once the
 * cask is not on offer any more, a proposal cannot be confirmed.
 */
export function changeOfValue({ caskId, supersedesId, values }: TwoPersonValuation): Change {
  const was = sql`(SELECT (SELECT count(*) FROM valuations AS entries WHERE entries.cask_id = casks.id) || ':' || ${lastValue}
    FROM casks WHERE casks.id = ${caskId} AND ${isPublished} AND casks.ended_on IS NULL)`;
  const { valued_on, value_per_stake, tier, method, source, author, reason } = values;
  const figures = { valued_on, value_per_stake, tier, method, source, author, reason, supersedes: supersedesId };
  return { kind: "valuation", subject: valuedSubject(caskId), was, becomes: JSON.stringify(figures) };
}

/** True while this operator may decide about the cask's value, and what is corrected is there to be corrected. */
export function mayValue({ caskId, supersedesId }: TwoPersonValuation, operatorId: string): SQL {
  return sql`(${ownsNothingOf(sql`${caskId}`, operatorId)} AND (${supersedesId} IS NULL OR EXISTS (
    SELECT 1 FROM valuations AS wrong WHERE wrong.id = ${supersedesId} AND wrong.cask_id = ${caskId} AND wrong.tier <> 'issue'
      AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = wrong.id))))`;
}

/** Nothing counts until another operator, who holds no stake of the cask either, confirms it. */
export function proposeValuation(
  db: Database,
  operator: OperatorAccess,
  proposalId: string,
  valuation: TwoPersonValuation,
): Work<Proposed> {
  const given = mayValue(valuation, operator.userId);
  return proposeChange(db, { ...changeOfValue(valuation), proposalId, operator, given });
}
