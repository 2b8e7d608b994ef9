import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { together, type Work } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { latestValuation, type Valuation } from "~/domain/returns";
import type { SecondReason } from "~/domain/second-person";
import { readValuation, type ValuationValues } from "./propose-valuation";
import type { RecordValuation, ValuationRefusal } from "./record-valuation";
import {
  type HeldTotals,
  readHeldTotals,
  readValuedCask,
  seenOf,
  type ValuedCask,
  whySecondOf,
} from "./valuation-history";

export type ValuationPreview = {
  ok: true;
  values: ValuationValues;
  /** Cents per stake today; they differ from what is typed if a later valuation counts. */
  perStake: { now: number | null; then: number | null };
  why: SecondReason[];
  /** The basis of the figures, so that saving can tell whether they are still those the operator saw. */
  seen: string;
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

type NewValuation = Pick<RecordValuation, "supersedesId" | "fields">;

export function valuationPreviewOf(
  { cask, totals }: ValuationFacts,
  { supersedesId = null, fields }: NewValuation,
  nowMs: number,
): ValuationPreview | ValuationRefusal {
  const today = dateOf(nowMs);
  if (!cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: cask.issuedOn, today });
  if (!read.ok) return { ...read, code: "invalid" };
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
    seen: seenOf(cask, totals),
  };
}

const valueOn = (valuations: readonly Valuation[], today: CalendarDate) =>
  latestValuation(valuations, today)?.valueCents ?? null;
