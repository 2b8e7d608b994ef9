import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { valuations } from "~/db/schema/casks";
import { together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import { endOffers } from "~/core/end-offers";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { outboxId } from "~/core/outbox/kinds";
import type { DecideRefusal } from "~/core/proposals/change";
import { type Confirmed, confirmChange } from "~/core/proposals/confirm-change";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { changeOfValue, mayValue, type TwoPersonValuation } from "./propose-valuation";
import { readValuation } from "./inside/valuation-form";
import { readOwns, readValuedCask } from "./valuation-history";

type ConfirmValuation = {
  caskId: string;
  /** null: the one that waits. */
  proposalId: string | null;
  supersedesId: string | null;
  /** As the second operator saw them. */
  fields: Record<string, unknown>;
};

export type ConfirmValuationOutcome = { ok: true } | { ok: false; code: DecideRefusal | "no-such-cask" };

/** Another operator confirms a valuation, and it counts from then on. Confirming twice has no further effect. Two round trips. */
export async function confirmValuation(
  deps: Pick<Deps, "db" | "nudge">,
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
        db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
          SELECT 'tell-holders:' || id, 'tell-holders', id, ${nowMs}, ${nowMs} FROM valuations WHERE ${recorded} ON CONFLICT DO NOTHING`),
        endOffers(db, {
          which: sql`offers.cask_id = ${caskId} AND EXISTS (SELECT 1 FROM valuations WHERE ${recorded})`,
          ...{ reason: "valued", nowMs },
        }),
        recordAudit(
          db,
          {
            id: sql`'valuation-recorded:' || valuations.id`,
            actor: byOperator(userId),
            action: "valuation-recorded",
            subject: `cask:${caskId}`,
            detail: sql`'valuation:' || valuations.id || coalesce(' supersedes valuation:' || valuations.supersedes_id, '')`,
            nowMs,
          },
          { from: valuations, where: recorded },
        ),
      ];
    },
  });
}
