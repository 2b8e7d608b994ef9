import {
  groupBy,
  type Holding,
  type Holdings,
  holdingsOf,
  type HoldingsRows,
  readHoldings,
  type StakeRow,
  type WithdrawalRow,
} from "~/areas/holdings/portfolio/holdings";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { creditOf, standsAsAdvance, worthOf } from "~/domain/advance";
import type { MarkedCertificate } from "~/domain/audit/audit-pages";
import { dateOf } from "~/domain/calendar-date";
import {
  basisPoints,
  countedCents,
  latestValuation,
  percentOf,
  unrealisedCents as unrealisedOf,
} from "~/domain/returns";

export type StakeFigures = ReturnType<typeof figuresOf>;

/**
 * What each stake of an investor cost, is worth and brought, oldest purchase first. Portfolio, holding and API show these
 * figures and their sums.
 */
export function stakeFigures(rows: HoldingsRows, nowMs: number): StakeFigures[] {
  const holdings = holdingsOf(rows, nowMs);
  const held = new Map(holdings.active.map((one) => [one.stakeId, one]));
  const ofStake = groupBy(rows.withdrawals, ({ stakeId }) => stakeId ?? "");
  return rows.stakes.map((row) => figuresOf(row, held.get(row.stakeId), ofStake.get(row.stakeId) ?? [], holdings));
}

function figuresOf(
  row: StakeRow,
  held: Holding | undefined,
  withdrawals: readonly WithdrawalRow[],
  { today, nowMs }: Holdings,
) {
  const { stakeId, caskId, caskName, caskType, number, totalStakes, priceCents, state, soldForCents } = row;
  const purchasedOn = dateOf(row.purchasedAtMs);
  const isSold = state === "ended" && soldForCents !== null;
  const soldOn = isSold ? row.soldOn : null;
  const advances = withdrawals.filter((one) => standsAsAdvance(one.state));
  const advancedCents = total(advances.map(({ amountCents }) => amountCents));
  const onTheWayCents = total(advances.map(({ state, amountCents }) => (state === "paid" ? 0 : amountCents)));
  /** Credit for a sold stake: its share of the sale (`soldForCents`) less what was advanced. */
  const creditedCents = isSold ? creditedOf(row, soldForCents, advancedCents) : null;
  /** Advances, and what a sale credited above or below the price. */
  const realisedCents = advancedCents + (creditedCents === null ? 0 : creditedCents - priceCents);
  const unrealisedCents = held ? unrealisedOf(held, today) : null;
  const isKnown = isSold || (held !== undefined && (unrealisedCents !== null || realisedCents > 0));
  const valued = held ? latestValuation(held.valuations, today) : null;
  return {
    stakeId,
    caskId,
    caskName,
    caskType,
    number,
    totalStakes,
    priceCents,
    state,
    soldForCents,
    purchasedOn,
    soldOn,
    advancedCents,
    onTheWayCents,
    creditedCents,
    realisedCents,
    unrealisedCents,
    worthCents: held ? worthOf(countedCents(valued?.valueCents, priceCents), advancedCents) : null,
    value: valued && { cents: valued.valueCents, valuedOn: valued.valuedOn, tier: valued.tier },
    gain: isKnown
      ? { ...gainOf(realisedCents + (unrealisedCents ?? 0), priceCents), since: purchasedOn, until: soldOn ?? today }
      : null,
    standing: held?.standing ?? null,
    /** A requested return is on hold until then. */
    waitsUntil:
      withdrawals
        .filter((one) => one.state === "progress" && one.payableFromMs > nowMs)
        .map((one) => dateOf(one.payableFromMs))
        .sort()[0] ?? null,
    marked: markedOf(row),
  };
}

function creditedOf({ soldOn }: StakeRow, soldForCents: number, advancedCents: number): number {
  return soldOn === null ? soldForCents : creditOf(soldForCents, advancedCents).creditCents;
}

export function markedOf(row: StakeRow): MarkedCertificate | null {
  const { caskId, number, certificateCode: code, certificateAtMs: madeAtMs, auditedOn } = row;
  return code === null || madeAtMs === null ? null : { caskId, number, code, madeAtMs, auditedOn };
}

const gainOf = (cents: number, ofCents: number) => ({ cents, percent: percentOf(basisPoints(cents, ofCents)) });

export type ReturnsTillDate = ReturnType<typeof returnsTillDate>;

/** A frozen stake counts only with what was requested or paid of it before. */
export function returnsTillDate(stakes: readonly StakeFigures[]) {
  const sold = stakes.filter(({ state, soldForCents }) => state === "ended" && soldForCents !== null);
  const counted = [...stakes.filter(({ state }) => state === "active"), ...sold];
  const realisedCents = total(stakes.map((one) => one.realisedCents));
  const parts = stakes.map((one) => one.unrealisedCents).filter((cents) => cents !== null);
  const unrealisedCents = parts.length > 0 ? total(parts) : null;
  const costCents = total(counted.map((one) => one.priceCents));
  const isKnown = unrealisedCents !== null || sold.length > 0 || realisedCents > 0;
  const valued = stakes.flatMap(({ value }) => (value ? [value] : []));
  // With several casks the figure is only as recent as their oldest valuation.
  const basis = valued.reduce<(typeof valued)[number] | null>(
    (first, one) => (first && first.valuedOn <= one.valuedOn ? first : one),
    null,
  );
  return {
    percent: isKnown && costCents > 0 ? gainOf(realisedCents + (unrealisedCents ?? 0), costCents).percent : null,
    since: counted.map((one) => one.purchasedOn).sort()[0] ?? null,
    realisedCents,
    onTheWayCents: total(stakes.map((one) => one.onTheWayCents)),
    unrealisedCents,
    valuedOn: basis?.valuedOn ?? null,
    valuedUntil:
      valued
        .map(({ valuedOn }) => valuedOn)
        .sort()
        .at(-1) ?? null,
    tier: basis?.tier ?? null,
  };
}

export function total(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}

export const STAKES_SHOWN = 5;

export function stakesInOrder(stakes: readonly StakeFigures[]): StakeFigures[] {
  const rank = (one: StakeFigures) => (one.standing?.status === "ready" ? 0 : isOwned(one) ? 1 : 2);
  return [...stakes].reverse().sort((a, b) => rank(a) - rank(b));
}

export const isOwned = ({ state }: Pick<StakeFigures, "state">) => state !== "ended";

export async function listHoldings({ db }: Deps, session: Session) {
  const { viewer, nowMs, result } = await session.read(({ userId }) => readHoldings(db, { userId }));
  return { activated: viewer.activated, nowMs, stakes: stakesInOrder(stakeFigures(result, nowMs)) };
}
