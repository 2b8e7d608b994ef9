import type { HoldingsRows } from "~/areas/holdings/portfolio/holdings";
import { returnsTillDate, type StakeFigures, stakeFigures, total } from "~/areas/holdings/stake-figures";
import { dateOf } from "~/domain/calendar-date";
import { instantsOf, type Period } from "~/domain/statement-period";
import { firstPrintable } from "~/domain/tidy-text";
import { cashLines, cashStanding, feesOf, paidLines, type StakeEvent, stakeLife, stateAfter } from "./statement-lines";
import type { CashRow, DecisionRow, StakeFactRow, StatementRows } from "./read-statement";
import { trackedOf } from "./trackers";

type Figures = readonly StakeFigures[];

function returnsBySource({ cash }: StatementRows, { before, after }: { before: Figures; after: Figures }) {
  const sum = (counts: (row: CashRow) => boolean) => total(cash.filter(counts).map(({ cents }) => cents));
  const of = (row: CashRow, kind: string) => row.refersTo.startsWith(`${kind}:`);
  // A request that comes to nothing after the sale frees what was held back for it, maybe in a later period.
  const within = (of: (one: Sold) => number) => total(soldOf(after).map(of)) - total(soldOf(before).map(of));
  return {
    cycleReturnsCents: sum((row) => of(row, "withdrawal") && !isPayout(row.reason)),
    salesCents: within(({ creditedCents, priceCents }) => creditedCents - priceCents),
    saleProceedsCents: within(({ creditedCents }) => creditedCents),
    saleAdvancesCents: within(({ creditedCents, soldForCents }) => soldForCents - creditedCents),
    promotionsCents: sum(({ reason }) => reason === "promotion"),
    referralRewardsCents: sum((row) => of(row, "referral")),
  };
}

const isPayout = (reason: string) => reason === "withdrawal-paid" || reason === "withdrawal-returned";

type Sold = { soldForCents: number; creditedCents: number; priceCents: number };

const soldOf = (figures: Figures): Sold[] =>
  figures.flatMap(({ soldForCents, creditedCents, priceCents }) =>
    soldForCents === null || creditedCents === null ? [] : [{ soldForCents, creditedCents, priceCents }],
  );

export type StakeName = { caskName: string; number: number; totalStakes: number };

export type HoldingLine = Pick<
  StakeFigures,
  keyof StakeName | "purchasedOn" | "priceCents" | "value" | "advancedCents" | "worthCents" | "unrealisedCents"
>;

export type Statement = ReturnType<typeof statementOf>;

export function statementOf(rows: StatementRows, period: Period, nowMs: number) {
  const { fromMs, untilMs } = instantsOf(period);
  const facts = new Map(rows.stakeFacts.map((one) => [one.stakeId, one]));
  const life = new Map(
    rows.holdings.stakes.map((one) => [one.stakeId, stakeLife(one, facts.get(one.stakeId), rows.payments)]),
  );
  const known = { life, facts, decisions: rows.decisions };
  const [before, after] = [fromMs, untilMs].map((at) => rowsAsOf(rows.holdings, known, at)) as [
    HoldingsRows,
    HoldingsRows,
  ];
  const figures = stakeFigures(after, Math.min(nowMs, untilMs - 1));
  const holdings = figures.filter(({ state }) => state === "active");
  const stakes = new Map(rows.holdings.stakes.map((one) => [one.stakeId, one]));
  const nameOf = (stakeId: string): StakeName => {
    const { caskName = "", number = 0, totalStakes = 0 } = stakes.get(stakeId) ?? {};
    return { caskName, number, totalStakes };
  };
  const events = [...life.values()].flat().sort((a, b) => a.atMs - b.atMs);
  const within = events.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
  const statement = {
    ...period,
    madeOn: dateOf(nowMs),
    holder: holderOf(rows),
    holdings,
    frozen: figures.filter(({ state }) => state === "frozen"),
    property: {
      openingCents: total(events.filter(({ atMs }) => atMs < fromMs).map(({ cents }) => cents)),
      lines: within.map(({ stakeId, what, atMs, cents }) => ({ ...nameOf(stakeId), on: dateOf(atMs), what, cents })),
      closingCents: total(holdings.map(({ priceCents }) => priceCents)),
    },
    cash: {
      opening: cashStanding(rows.opening, before),
      lines: cashLines(rows, nameOf),
      closing: cashStanding(rows.closing, after),
    },
    paid: paidLines(rows.payments, fromMs),
    fees: feesOf(rows, within, nameOf, fromMs),
    bySource: returnsBySource(rows, { before: stakeFigures(before, fromMs), after: figures }),
    tillDate: returnsTillDate(figures),
    tracked: trackedOf(rows, { within, figures, to: period.to }),
  };
  mustAddUp(statement);
  return statement;
}

function holderOf({ personal }: StatementRows) {
  const { fullName = null, nameOnCertificate = null, email = null, phone = null } = personal ?? {};
  return {
    name: firstPrintable(nameOnCertificate, fullName) ?? email ?? `+${phone ?? ""}`,
    transliterated: nameOnCertificate !== null && nameOnCertificate !== fullName,
  };
}

function mustAddUp({ property, cash }: Pick<Statement, "property" | "cash">): void {
  const moved = (lines: readonly { cents: number }[]) => total(lines.map(({ cents }) => cents));
  if (property.openingCents + moved(property.lines) !== property.closingCents)
    throw new Error("the property of a statement does not add up");
  if (cash.opening.totalCents + moved(cash.lines) !== cash.closing.totalCents)
    throw new Error("the cash of a statement does not add up");
}

type Known = {
  life: ReadonlyMap<string, readonly StakeEvent[]>;
  facts: ReadonlyMap<string, StakeFactRow>;
  decisions: readonly DecisionRow[];
};

/** Valuations are those that count today: a correction changes what was true on that day, too. */
function rowsAsOf(rows: HoldingsRows, { life, facts, decisions }: Known, untilMs: number): HoldingsRows {
  const decided = new Map(decisions.map((one) => [one.withdrawalId, one]));
  const stateOf = ({ id, state }: HoldingsRows["withdrawals"][number]) => {
    const { decidedAtMs, returnedAtMs } = decided.get(id) ?? {};
    if ((decidedAtMs ?? Infinity) >= untilMs) return "progress";
    return returnedAtMs && returnedAtMs >= untilMs ? "paid" : state;
  };
  return {
    valuations: rows.valuations,
    stakes: rows.stakes.flatMap((stake) => {
      const isFreed = (facts.get(stake.stakeId)?.freedAtMs ?? Infinity) < untilMs;
      const state = isFreed
        ? "ended"
        : stateAfter((life.get(stake.stakeId) ?? []).filter(({ atMs }) => atMs < untilMs));
      return state === "none" ? [] : [{ ...stake, state, soldForCents: state === "ended" ? stake.soldForCents : null }];
    }),
    withdrawals: rows.withdrawals
      .filter(({ createdAtMs }) => createdAtMs < untilMs)
      .map((one) => ({ ...one, state: stateOf(one) })),
  };
}
