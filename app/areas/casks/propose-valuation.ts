import * as z from "zod";
import { type SQL, sql } from "drizzle-orm";
import { isPublished, ownsNothingOf } from "~/areas/casks/cask-conditions";
import { orNothing, readForm, typedCents, typedChoice, typedDay, typedLine } from "~/areas/casks/typed-values";
import { readOwns, readValuedCask } from "~/areas/casks/valuation-history";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { notify } from "~/core/outbox/enqueue";
import {
  type Change,
  confirmChange,
  type Confirmed,
  type DecideRefusal,
  proposeChange,
  type Proposed,
} from "~/core/proposals/change";
import { endOffers } from "~/core/resale";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { valuations } from "~/db/schema/casks";
import { VALUATION_AUTHORS } from "~/db/schema/names";
import { together, type Work } from "~/db/work";
import { dateOf, formatDate } from "~/domain/calendar-date";

/** 'issue' is the price, and is written by publishing. */
const TIERS = ["measured", "modelled", "opinion"] as const;
const MOST_CENTS = 10_000_000_000;

const schema = z.object({
  valued_on: typedDay(names.valued_on),
  value_per_stake: typedCents(names.value_per_stake, { from: 0, to: MOST_CENTS }),
  tier: typedChoice(names.tier, TIERS),
  method: typedLine(names.method, 300),
  source: typedLine(names.source, 300),
  author: orNothing(typedChoice(names.author, VALUATION_AUTHORS)),
  reason: orNothing(typedLine(names.reason, 300)),
});

export type ValuationValues = z.infer<typeof schema>;

export function readValuation(
  fields: Record<string, unknown>,
  { issuedOn, today }: { issuedOn: string; today: string },
) {
  const dated = schema
    .refine(({ valued_on }) => valued_on <= today, {
      path: ["valued_on"],
      error: recordErrors.inFuture(names.valued_on),
    })
    .refine(({ valued_on }) => valued_on >= issuedOn, {
      path: ["valued_on"],
      error: `Date of the valuation must not be before the issue on ${formatDate(issuedOn)}.`,
    });
  return readForm(dated, fields, schema.keyof().options);
}

type TwoPersonValuation = { caskId: string; supersedesId: string | null; values: ValuationValues };

const lastValue = sql`coalesce((SELECT entry.value_cents FROM valuations AS entry
  WHERE entry.cask_id = casks.id AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
  ORDER BY entry.valued_on DESC, entry.created_at_ms DESC, entry.id DESC LIMIT 1), casks.cost_per_stake_cents)`;

export const valuedSubject = (caskId: string) => `cask:${caskId}`;

/** The proposal, and how many entries it rests on: with any further entry it cannot be confirmed. */
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
 * Tells the holders and ends open offers, whose sellers a trigger tells.
 * @param isNew a row of `valuations` that this batch wrote
 */
export const afterValuation = (
  db: Database,
  { caskId, isNew, nowMs }: { caskId: string; isNew: SQL; nowMs: number },
) => [
  notify(db, "new-valuation", {
    subject: sql`valued.id || ':' || valued.user_id`,
    nowMs,
    many: true,
    of: sql`FROM (SELECT DISTINCT valuations.id, stakes.user_id FROM valuations JOIN stakes ON stakes.cask_id = valuations.cask_id
      WHERE ${isNew} AND stakes.state = 'active' AND stakes.state <> 'ended') AS valued`,
  }),
  endOffers(db, {
    which: sql`offers.cask_id = ${caskId} AND EXISTS (SELECT 1 FROM valuations WHERE ${isNew})`,
    reason: "valued",
    nowMs,
  }),
];

type ConfirmValuation = {
  caskId: string;
  proposalId: string | null;
  supersedesId: string | null;
  fields: Record<string, unknown>;
};

type ConfirmValuationOutcome = { ok: true } | { ok: false; code: DecideRefusal | "no-such-cask" };

export async function confirmValuation(
  { db }: Deps,
  session: OperatorSession,
  { caskId, proposalId, supersedesId, fields }: ConfirmValuation,
): Promise<ConfirmValuationOutcome> {
  const { nowMs, result } = await session.read(({ userId }) =>
    together({ cask: readValuedCask(db, caskId), owns: readOwns(db, caskId, userId) }),
  );
  if (!result.cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: result.cask.issuedOn, today: dateOf(nowMs) });
  if (!read.ok) return { ok: false, code: "figures-differ" };
  if (result.owns) return { ok: false, code: "own-stake" };
  const valuation = { caskId, supersedesId, values: read.values };
  const { result: outcome } = await session.write((operator) => confirm(db, operator, proposalId, valuation));
  return outcome.ok ? { ok: true } : outcome;
}

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
    proposalId,
    operator,
    given: mayValue(valuation, userId),
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
