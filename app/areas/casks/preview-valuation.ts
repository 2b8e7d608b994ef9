import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { rows, together, type Work } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { type HeldStake, latestValuation, standingOf, type Valuation } from "~/domain/returns";
import type { SecondReason } from "~/domain/second-person";
import { readValuation, type ValuationValues } from "./valuation-form";
import type { RecordValuation, ValuationRefusal } from "./record-valuation";
import {
  type HeldTotals,
  readHeldTotals,
  readValuedCask,
  scrutinyOf,
  seenOf,
  type ValuedCask,
} from "./valuation-history";

type StakeOfHolder = {
  stakeId: string;
  userId: string;
  email: string | null;
  number: number;
  priceCents: number;
  purchasedAtMs: number;
};

type TakenOfStake = HeldStake["taken"][number] & { stakeId: string };

/** In cents, for all stakes together; null: not valued yet. */
type Figures = { valueCents: number | null; returnCents: number | null };

type HolderChange = {
  userId: string;
  email: string | null;
  stakeNumbers: number[];
  now: Figures;
  then: Figures;
};

type Effect = {
  stakes: readonly StakeOfHolder[];
  taken: readonly TakenOfStake[];
  now: readonly Valuation[];
  then: readonly Valuation[];
  today: CalendarDate;
};

function changeOfHolders({ stakes, taken, now, then, today }: Effect): HolderChange[] {
  const holders = new Map<string, StakeOfHolder[]>();
  for (const stake of stakes) holders.set(stake.userId, [...(holders.get(stake.userId) ?? []), stake]);
  const figures = (held: readonly StakeOfHolder[], valuations: readonly Valuation[]): Figures => {
    const each = latestValuation(valuations, today)?.valueCents ?? null;
    const returns = held.map((stake) => {
      const own = taken.filter(({ stakeId }) => stakeId === stake.stakeId);
      const purchasedOn = dateOf(stake.purchasedAtMs);
      return standingOf({ ...stake, purchasedOn, valuations, taken: own }, today).returnCents;
    });
    return { valueCents: each === null ? null : each * held.length, returnCents: sumOfKnown(returns) };
  };
  return [...holders].map(([userId, held]) => ({
    userId,
    email: held[0]?.email ?? null,
    stakeNumbers: held.map(({ number }) => number),
    now: figures(held, now),
    then: figures(held, then),
  }));
}

function sumOfKnown(cents: readonly (number | null)[]): number | null {
  return cents.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null);
}

const HOLDERS_AT_ONCE = 50;

type Preview = Omit<RecordValuation, "valuationId"> & {
  after?: string;
};

export type ValuationPreview = {
  ok: true;
  caskName: string;
  values: ValuationValues;
  /** Cents per stake today; they differ from what is typed if a later valuation counts. */
  perStake: { now: number | null; then: number | null };
  why: SecondReason[];
  /** In words, to be confirmed, from ten times the last value or a tenth of it. */
  factor: string | null;
  /** What the figures rest on, so that saving can tell whether they are still those the operator saw. */
  seen: string;
  /** Active stakes only: ended and frozen ones have no value to their holder. */
  holders: number;
  stakes: number;
  changes: HolderChange[];
  next: string | null;
};

export type ValuationFacts = {
  cask: ValuedCask | null;
  totals: HeldTotals;
  stakes: StakeOfHolder[];
  taken: TakenOfStake[];
};

/** What a valuation would change for each holder, by the rule that investors' returns follow. Writes nothing. */
export async function previewValuation(
  { db }: Deps,
  session: OperatorSession,
  { caskId, after = "", ...asked }: Preview,
): Promise<ValuationPreview | ValuationRefusal> {
  const { nowMs, result } = await session.read(() => readValuationFacts(db, caskId, after));
  return valuationPreviewOf(result, asked, nowMs);
}

export function readValuationFacts(db: Database, caskId: string, after: string): Work<ValuationFacts> {
  return together({
    cask: readValuedCask(db, caskId),
    totals: readHeldTotals(db, caskId),
    stakes: rows(stakesQuery(db, caskId, after)),
    taken: rows(takenQuery(db, caskId, after)),
  });
}

type NewValuation = Pick<Preview, "supersedesId" | "fields">;

export function valuationPreviewOf(
  { cask, totals, stakes, taken }: ValuationFacts,
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
  const all = changeOfHolders({ stakes, taken, now: counted, then, today });
  const changes = all.slice(0, HOLDERS_AT_ONCE);
  return {
    ok: true,
    caskName: cask.name,
    values: read.values,
    ...totals,
    perStake: { now: valueOn(counted, today), then: valueOn(then, today) },
    ...scrutinyOf(cask, read.values),
    seen: seenOf(cask, totals),
    changes,
    next: all.length > HOLDERS_AT_ONCE ? (changes.at(-1)?.userId ?? null) : null,
  };
}

const valueOn = (valuations: readonly Valuation[], today: CalendarDate) =>
  latestValuation(valuations, today)?.valueCents ?? null;

const holdersAfter = (
  caskId: string,
  after: string,
) => sql`stakes.cask_id = ${caskId} AND stakes.state = 'active' AND stakes.user_id IN (
  SELECT DISTINCT user_id FROM stakes WHERE cask_id = ${caskId} AND state = 'active' AND user_id > ${after}
  ORDER BY user_id LIMIT ${HOLDERS_AT_ONCE + 1})`;

const stakesQuery = (db: Database, caskId: string, after: string) =>
  db.all<StakeOfHolder>(sql`SELECT stakes.id AS stakeId, stakes.user_id AS userId, users.email, stakes.number,
      stakes.price_cents AS priceCents, stakes.purchased_at_ms AS purchasedAtMs
    FROM stakes JOIN users ON users.id = stakes.user_id
    WHERE ${holdersAfter(caskId, after)} ORDER BY stakes.user_id, stakes.number`);

const takenQuery = (db: Database, caskId: string, after: string) =>
  db.all<TakenOfStake>(sql`SELECT withdrawals.stake_id AS stakeId, cycle_number AS cycleNumber, iif(withdrawals.state = 'sending', 'progress', withdrawals.state) AS state,
      amount_cents AS amountCents, reckoned_to_cents AS reckonedToCents, interest_basis_points AS interestBasisPoints
    FROM withdrawals JOIN stakes ON stakes.id = withdrawals.stake_id
    WHERE ${holdersAfter(caskId, after)} AND withdrawals.state IN ('progress', 'sending', 'paid')`);
