import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { type HeldStake, priorityStanding, type Standing, standingOf } from "~/domain/returns";
import type { StakeRow, ValuationRow, WithdrawalRow } from "./holdings-queries";

/** An active stake with everything its returns depend on, and how it stands. */
export type Holding = HeldStake & {
  caskId: string;
  caskName: string;
  standing: Standing;
  /** Its returns that were paid or asked for, and from which day on. */
  advances: { on: CalendarDate; cents: number }[];
};

export type Holdings = {
  nowMs: number;
  today: CalendarDate;
  /** Oldest purchase first. */
  active: Holding[];
  /** The stake that comes first; null without an active stake. */
  priority: (Standing & { caskName: string }) | null;
};

export type HoldingsRows = { stakes: StakeRow[]; valuations: ValuationRow[]; withdrawals: WithdrawalRow[] };

/** Combines the rows of one investor, for the wallet, withdrawals and the API alike. */
export function holdingsOf({ stakes, valuations, withdrawals }: HoldingsRows, nowMs: number): Holdings {
  const today = dateOf(nowMs);
  const valuationsOf = groupBy(valuations, (row) => row.caskId);
  const takenOf = groupBy(withdrawals.filter(isTakenCycle).map(asOnTheWire), (row) => row.stakeId);
  const active = stakes
    .filter((row) => row.state === "active")
    .map(({ stakeId, caskId, caskName, priceCents, markCents, purchasedAtMs }) => {
      const held = {
        stakeId,
        priceCents,
        markCents,
        purchasedOn: dateOf(purchasedAtMs),
        valuations: valuationsOf.get(caskId) ?? [],
        taken: takenOf.get(stakeId) ?? [],
      };
      const advances = (takenOf.get(stakeId) ?? []).map(({ createdAtMs, amountCents: cents }) => {
        return { on: dateOf(createdAtMs), cents };
      });
      return { ...held, caskId, caskName, standing: standingOf(held, today), advances };
    });
  const first = priorityStanding(active.map(({ standing }) => standing));
  const caskName = active.find((holding) => holding.stakeId === first?.stakeId)?.caskName ?? "";
  return { nowMs, today, active, priority: first && { ...first, caskName } };
}

type TakenCycleRow = WithdrawalRow & {
  state: "progress" | "sending" | "paid";
  stakeId: string;
  cycleNumber: number;
  interestBasisPoints: number;
  reckonedToCents: number;
};

/** A rejected or cancelled request is as if it had never been: its cycle is free again. A wallet's balance is no cycle's return. */
function isTakenCycle(row: WithdrawalRow): row is TakenCycleRow {
  return (isUndecided(row) || row.state === "paid") && row.stakeId !== null;
}

const isUndecided = ({ state }: WithdrawalRow) => state === "progress" || state === "sending";

/** What the bank has is shown as in progress to everyone but operators. */
const asOnTheWire = (row: TakenCycleRow) => ({
  ...row,
  state: row.state === "paid" ? ("paid" as const) : ("progress" as const),
});

/** The balance can be requested once at a time. */
export function hasOpenBalanceRequest(withdrawals: readonly WithdrawalRow[]): boolean {
  return withdrawals.some((row) => row.stakeId === null && isUndecided(row));
}

export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
