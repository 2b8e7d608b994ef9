import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { HoldingsRows } from "~/areas/holdings/portfolio/holdings";
import { total } from "~/areas/holdings/portfolio/returns-till-date";
import type { StakeName } from "./statement";
import type { CashRow, StatementRows } from "./statement-rows";

/** What the house owes, and where it stands. */
export type CashStanding = {
  walletCents: number;
  setAsideCents: number;
  pendingCents: number;
  totalCents: number;
  /** Not in the total: proceeds of stakes sold to other investors, on hold. */
  onHoldCents: number;
};

/** `stake`: what it came from; null where it is of no stake. */
export type CashLine = {
  on: CalendarDate;
  reason: CashRow["reason"];
  stake: StakeName | null;
  cents: number;
};

/** @param rows as they stood then: what is asked for and not decided is set aside */
export function cashStanding(
  { walletCents, pendingCents, onHoldCents }: { walletCents: number; pendingCents: number; onHoldCents: number },
  rows: HoldingsRows,
): CashStanding {
  const open = rows.withdrawals.filter(({ state }) => state === "progress");
  const setAsideCents = total(open.map(({ amountCents }) => amountCents));
  const totalCents = walletCents + setAsideCents + pendingCents;
  return { walletCents, setAsideCents, pendingCents, totalCents, onHoldCents };
}

export function cashLines({ cash, holdings }: StatementRows, nameOf: (stakeId: string) => StakeName): CashLine[] {
  const stakeOfWithdrawal = new Map(holdings.withdrawals.map(({ id, stakeId }) => [id, stakeId]));
  return cash.map(({ reason, refersTo, cents, atMs }) => {
    const [kind, id = ""] = refersTo.split(":");
    const stakeId = kind === "stake" ? id : kind === "withdrawal" ? stakeOfWithdrawal.get(id) : null;
    return { on: dateOf(atMs), reason, stake: stakeId ? nameOf(stakeId) : null, cents };
  });
}
