import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { house, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import type { StakeEvent } from "./stake-life";
import type { StakeName } from "./statement";
import type { PaymentRow, StatementRows } from "./statement-rows";

/** What came from outside, above zero, or went back there, below. */
export type PaidLine = { on: CalendarDate; productName: string; mode: PaymentRow["mode"]; cents: number };

/** Below zero where it was given back. */
export type FeeLine = { on: CalendarDate; cents: number } & (
  | { kind: "joining-fee" }
  | { kind: "cancellation"; productName: string }
  | { kind: "sale"; stake: StakeName; stakes: number }
  | { kind: "resale"; side: "bought" | "sold"; stake: StakeName }
);

const isOutside = (account: string) => OUTSIDE.has(account);
const OUTSIDE: ReadonlySet<string> = new Set(MONEY_ACCOUNTS);

/** The rows of payments between us and the providers. */
export function paidLines(payments: readonly PaymentRow[], fromMs: number): PaidLine[] {
  return payments
    .filter(({ atMs, debit, credit }) => atMs >= fromMs && isOutside(debit) !== isOutside(credit))
    .map(({ atMs, productName, mode, debit, cents }) => ({
      on: dateOf(atMs),
      productName,
      mode,
      cents: isOutside(debit) ? cents : -cents,
    }));
}

/**
 * The joining fee, what was kept of stakes that were cancelled, what the sale of a whole cask cost before it was shared out, and the fees of
 * stakes that changed hands between investors.
 */
export function feesOf(
  rows: StatementRows,
  within: readonly StakeEvent[],
  nameOf: (stakeId: string) => StakeName,
  fromMs: number,
): FeeLine[] {
  const joining = rows.payments
    .filter(({ atMs, debit, credit }) => atMs >= fromMs && [debit, credit].includes(house.joiningFees))
    .map(({ atMs, credit, cents }): FeeLine => {
      return { kind: "joining-fee", on: dateOf(atMs), cents: credit === house.joiningFees ? cents : -cents };
    });
  const cancelled = rows.payments
    .filter(({ atMs, debit, credit }) => atMs >= fromMs && [debit, credit].includes(house.cancellationFees))
    .map(({ atMs, productName, credit, cents }): FeeLine => {
      return {
        kind: "cancellation",
        productName,
        on: dateOf(atMs),
        cents: credit === house.cancellationFees ? cents : -cents,
      };
    });
  const sales = within.flatMap(({ stakeId, what, atMs }): FeeLine[] => {
    const cents = rows.stakeFacts.find((one) => one.stakeId === stakeId)?.saleFeesCents ?? null;
    if ((what !== "sold" && what !== "bought-back") || cents === null) return [];
    const stake = nameOf(stakeId);
    return [{ kind: "sale", on: dateOf(atMs), stake, stakes: stake.totalStakes, cents }];
  });
  const resales = within.flatMap(({ stakeId, what, atMs }): FeeLine[] => {
    const facts = rows.stakeFacts.find((one) => one.stakeId === stakeId);
    const cents = what === "bought" ? facts?.boughtFeeCents : what === "resold" ? facts?.resoldFeeCents : null;
    const side = what === "bought" ? "bought" : "sold";
    return cents ? [{ kind: "resale", side, on: dateOf(atMs), stake: nameOf(stakeId), cents }] : [];
  });
  return [...joining, ...cancelled, ...sales, ...resales];
}
