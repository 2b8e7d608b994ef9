import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { valuations } from "~/db/schema/casks";
import { row, together, type Work, writeThenRead } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { latestValuation, type Valuation } from "~/domain/returns";
import type { SecondReason } from "~/domain/second-person";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { isPublished, ownsNothingOf } from "./cask-conditions";
import { type InvalidForm, says } from "./typed-values";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { afterValuation, proposeValuation, readValuation, type ValuationValues } from "./propose-valuation";
import {
  type HeldTotals,
  readHeldTotals,
  readOwns,
  readValuedCask,
  type ValuedCask,
  whySecondOf,
} from "./valuation-history";

export type RecordValuation = {
  valuationId: string;
  caskId: string;
  supersedesId?: string | null;
  fields: Record<string, unknown>;
};

export type ValuationRefusal =
  | InvalidForm<ValuationValues>
  | { ok: false; code: "not-allowed" | "no-such-cask" | "no-such-valuation" | "id-taken" | "own-stake" }
  | { ok: false; code: "proposed-already" | "no-change" };

export type ValuationPreview = {
  ok: true;
  values: ValuationValues;
  /** Cents per stake today; they differ from what is typed if a later valuation counts. */
  perStake: { now: number | null; then: number | null };
  why: SecondReason[];
  /** Active stakes only: ended and frozen ones have no value to their holder. */
  holders: number;
  stakes: number;
};

export type ValuationFacts = { cask: ValuedCask | null; totals: HeldTotals };

/** The changes that a valuation would make. Writes nothing. */
export async function previewValuation(
  { db }: Deps,
  session: OperatorSession,
  { caskId, ...asked }: Omit<RecordValuation, "valuationId">,
): Promise<ValuationPreview | ValuationRefusal> {
  const { nowMs, result } = await session.read(() => readValuationFacts(db, caskId));
  return valuationPreviewOf(result, asked, nowMs);
}

export const readValuationFacts = (db: Database, caskId: string): Work<ValuationFacts> =>
  together({ cask: readValuedCask(db, caskId), totals: readHeldTotals(db, caskId) });

type Previewed = Pick<RecordValuation, "supersedesId" | "fields">;

export function valuationPreviewOf(
  { cask, totals }: ValuationFacts,
  { supersedesId = null, fields }: Previewed,
  nowMs: number,
): ValuationPreview | ValuationRefusal {
  const today = dateOf(nowMs);
  if (!cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: cask.issuedOn, today });
  if (!read.ok) return read;
  const counted = cask.entries.filter(({ supersededBy }) => supersededBy === null);
  const corrected = counted.find(({ id, tier }) => id === supersedesId && tier !== "issue");
  if (supersedesId !== null && !corrected) return { ok: false, code: "no-such-valuation" };
  const { valued_on: valuedOn, value_per_stake: valueCents, tier } = read.values;
  const then = [...counted.filter((entry) => entry !== corrected), { valuedOn, valueCents, tier }];
  return {
    ok: true,
    values: read.values,
    ...totals,
    perStake: { now: valueOn(counted, today), then: valueOn(then, today) },
    why: whySecondOf(cask, read.values),
  };
}

const valueOn = (valuations: readonly Valuation[], today: CalendarDate) =>
  latestValuation(valuations, today)?.valueCents ?? null;

/**
 * Adds a valuation, or a correction of one, which stays in sight. Returns already requested keep the value they were calculated up to. One
 * that raises the value by more than a tenth, or is dated back, is only proposed: `waits` for another operator.
 */
export async function recordValuation(
  deps: Deps,
  session: OperatorSession,
  { valuationId, caskId, supersedesId = null, fields }: RecordValuation,
): Promise<{ ok: true; waits?: true } | ValuationRefusal> {
  const { db } = deps;
  const { nowMs, result } = await session.read(({ userId }) =>
    together({ cask: readValuedCask(db, caskId), owns: readOwns(db, caskId, userId) }),
  );
  const { cask } = result;
  if (!cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: cask.issuedOn, today: dateOf(nowMs) });
  if (!read.ok) return read;
  const isSaved = cask.entries.some(({ id }) => id === valuationId);
  if (result.owns) return { ok: false, code: "own-stake" };
  const entry = { valuationId, caskId, supersedesId, values: read.values };
  if (!isSaved && whySecondOf(cask, read.values).length > 0) {
    const corrected = cask.entries.find(({ id, tier }) => id === supersedesId && tier !== "issue");
    if (supersedesId !== null && corrected?.supersededBy !== null) return { ok: false, code: "no-such-valuation" };
    const proposalId = deps.newId("chg");
    const { result: proposed } = await session.write((operator) => proposeValuation(db, operator, proposalId, entry));
    return proposed.ok ? { ok: true, waits: true } : proposed;
  }
  const { result: found } = await session.write((operator) =>
    addValuation(db, operator, { ...entry, entries: cask.entries.length }),
  );
  if (!found) return { ok: false, code: supersedesId === null ? "not-allowed" : "no-such-valuation" };
  if (!isSame(found, entry)) return { ok: false, code: "id-taken" };
  return { ok: true };
}

type NewValuation = { valuationId: string; caskId: string; supersedesId: string | null; values: ValuationValues };

/** @param entry with how many entries the cask had when it needed no second operator */
function addValuation(db: Database, operator: OperatorAccess, entry: NewValuation & { entries: number }) {
  const { userId, nowMs } = operator;
  const { valuationId, caskId, supersedesId, values, entries } = entry;
  // Written once: a replay after the outbox was swept must not tell everyone again.
  const isNew = sql`valuations.id = ${valuationId}
    AND NOT EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${`valuation-recorded:${valuationId}`})`;
  const statements = [
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, reason, supersedes_id,
        recorded_by, created_at_ms)
      SELECT ${valuationId}, casks.id, ${values.valued_on}, ${values.value_per_stake}, ${values.tier}, ${values.method}, ${values.source},
        ${values.author}, ${values.reason}, ${supersedesId}, ${userId}, ${nowMs}
      FROM casks WHERE casks.id = ${caskId} AND ${isPublished} AND casks.ended_on IS NULL
        AND ${ownsNothingOf(sql`casks.id`, userId)} 
        AND (SELECT count(*) FROM valuations AS known WHERE known.cask_id = casks.id) = ${entries}
        AND (${supersedesId} IS NULL OR EXISTS (
          SELECT 1 FROM valuations AS wrong WHERE wrong.id = ${supersedesId} AND wrong.cask_id = casks.id AND wrong.tier <> 'issue'))
      ON CONFLICT DO NOTHING`),
    ...afterValuation(db, { caskId, isNew, nowMs }),
    recordAudit(
      db,
      {
        id: `valuation-recorded:${valuationId}`,
        by: operator,
        action: "valuation-recorded",
        subject: sql`'cask:' || valuations.cask_id`,
        detail: `valuation:${valuationId}${supersedesId === null ? "" : ` supersedes valuation:${supersedesId}`} ${fieldsOf(values)}`,
      },
      { from: valuations, where: isNew },
    ),
  ];
  return writeThenRead(
    statements,
    row(
      db
        .select()
        .from(valuations)
        .where(sql`id = ${valuationId}`),
    ),
  );
}

const fieldsOf = ({ author, reason }: ValuationValues) =>
  ["valued_on,value_per_stake,tier,method,source", ...(author ? ["author"] : []), ...(reason ? ["reason"] : [])].join(
    ",",
  );

const isSame = (found: typeof valuations.$inferSelect, { caskId, supersedesId, values }: NewValuation): boolean => {
  const { valued_on: valuedOn, value_per_stake: valueCents, ...rest } = values;
  return says(found, { caskId, supersedesId, valuedOn, valueCents, ...rest });
};
