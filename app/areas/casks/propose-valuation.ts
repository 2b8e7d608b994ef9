import { type SQL, sql } from "drizzle-orm";
import { isPublished, ownsNothingOf } from "./cask-conditions";
import { readValuation, type ValuationValues } from "./valuation-form";
import { readOwns, readValuedCask } from "./valuation-history";
import type { Deps } from "~/core/deps";
import { endOffers } from "~/core/resale/end-offers";
import { recordAudit } from "~/core/ledger/audit";
import { outboxId } from "~/core/outbox/kinds";
import type { Change, DecideRefusal } from "~/core/proposals/change";
import { confirmChange, type Confirmed } from "~/core/proposals/confirm-change";
import { proposeChange, type Proposed } from "~/core/proposals/propose-change";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { valuations } from "~/db/schema/casks";
import { together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";

export type TwoPersonValuation = { caskId: string; supersedesId: string | null; values: ValuationValues };

const lastValue = sql`coalesce((SELECT entry.value_cents FROM valuations AS entry
  WHERE entry.cask_id = casks.id AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
  ORDER BY entry.valued_on DESC, entry.created_at_ms DESC, entry.id DESC LIMIT 1), casks.cost_per_stake_cents)`;

export const valuedSubject = (caskId: string) => `cask:${caskId}`;

/** What is proposed, and how many entries it rests on: with any further entry it cannot be confirmed. */
function changeOfValue({ caskId, supersedesId, values }: TwoPersonValuation): Change {
  const was = sql`(SELECT (SELECT count(*) FROM valuations AS entries WHERE entries.cask_id = casks.id) || ':' || ${lastValue}
    FROM casks WHERE casks.id = ${caskId} AND ${isPublished} AND casks.ended_on IS NULL)`;
  const { valued_on, value_per_stake, tier, method, source, author, reason } = values;
  const figures = { valued_on, value_per_stake, tier, method, source, author, reason, supersedes: supersedesId };
  return { kind: "valuation", subject: valuedSubject(caskId), was, becomes: JSON.stringify(figures) };
}

function mayValue({ caskId, supersedesId }: TwoPersonValuation, operatorId: string): SQL {
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

/**
 * Tells the holders and ends open offers.
 * @param isNew a row of `valuations` that this batch wrote
 */
export const afterValuation = (
  db: Database,
  { caskId, isNew, nowMs }: { caskId: string; isNew: SQL; nowMs: number },
) => [
  db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
    SELECT 'tell-holders:' || id, 'tell-holders', id, ${nowMs}, ${nowMs} FROM valuations WHERE ${isNew} ON CONFLICT DO NOTHING`),
  endOffers(db, {
    which: sql`offers.cask_id = ${caskId} AND EXISTS (SELECT 1 FROM valuations WHERE ${isNew})`,
    ...{ reason: "valued", nowMs },
  }),
];

type ConfirmValuation = {
  caskId: string;
  proposalId: string | null;
  supersedesId: string | null;
  fields: Record<string, unknown>;
};

export type ConfirmValuationOutcome = { ok: true } | { ok: false; code: DecideRefusal | "no-such-cask" };

export async function confirmValuation(
  deps: Deps,
  session: OperatorSession,
  { caskId, proposalId, supersedesId, fields }: ConfirmValuation,
): Promise<ConfirmValuationOutcome> {
  const { db } = deps;
  const { nowMs, result } = await session.read(({ userId }) =>
    together({ cask: readValuedCask(db, caskId), owns: readOwns(db, caskId, userId) }),
  );
  if (!result.cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: result.cask.issuedOn, today: dateOf(nowMs) });
  if (!read.ok) return { ok: false, code: "figures-differ" };
  if (result.owns) return { ok: false, code: "own-stake" };
  const valuation = { caskId, supersedesId, values: read.values };
  const { result: outcome } = await session.write((operator) => confirm(db, operator, proposalId, valuation));
  if (!outcome.ok) return outcome;
  await deps.nudge([outboxId("tell-holders", valuationOf(outcome.proposalId))]);
  return { ok: true };
}

const valuationOf = (proposalId: string) => `val_${proposalId}`;

function confirm(
  db: Database,
  operator: OperatorAccess,
  proposalId: string | null,
  valuation: TwoPersonValuation,
): Work<Confirmed> {
  const { caskId } = valuation;
  const { userId, nowMs } = operator;
  return confirmChange(db, {
    ...changeOfValue(valuation),
    ...{ proposalId, operator, given: mayValue(valuation, userId) },
    effects: (isConfirmed) => {
      const said = (name: string) => sql`json_extract(becomes, ${`$.${name}`})`;
      const recorded = sql`valuations.proposal_id = (SELECT change_proposals.id FROM change_proposals WHERE ${isConfirmed})`;
      return [
        db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, reason, supersedes_id,
            recorded_by, proposal_id, created_at_ms)
          SELECT 'val_' || change_proposals.id, ${caskId}, ${said("valued_on")}, ${said("value_per_stake")}, ${said("tier")}, ${said("method")},
            ${said("source")}, ${said("author")}, ${said("reason")}, ${said("supersedes")}, ${userId}, change_proposals.id, ${nowMs}
          FROM change_proposals WHERE ${isConfirmed} ON CONFLICT DO NOTHING`),
        ...afterValuation(db, { caskId, isNew: recorded, nowMs }),
        recordAudit(
          db,
          {
            id: sql`'valuation-recorded:' || valuations.id`,
            by: operator,
            action: "valuation-recorded",
            subject: `cask:${caskId}`,
            detail: sql`'valuation:' || valuations.id || coalesce(' supersedes valuation:' || valuations.supersedes_id, '')`,
          },
          { from: valuations, where: recorded },
        ),
      ];
    },
  });
}
