import { total } from "~/features/portfolio/returns-till-date";
import type { StakeEvent } from "./stake-life";
import type { CashRow, StatementRows } from "./statement-rows";

/** What the period brought, by where it came from; what was taken back is deducted. */
export type ReturnsBySource = {
  cycleReturnsCents: number;
  /** What sold stakes brought above their price, or below it. */
  salesCents: number;
  /** Of these, what came in for them. */
  saleProceedsCents: number;
  promotionsCents: number;
  referralRewardsCents: number;
};

export function returnsBySource({ cash, holdings }: StatementRows, within: readonly StakeEvent[]): ReturnsBySource {
  const sum = (counts: (row: CashRow) => boolean) => total(cash.filter(counts).map(({ cents }) => cents));
  const of = (row: CashRow, kind: string) => row.refersTo.startsWith(`${kind}:`);
  const sold = within.filter(({ what }) => what === "sold" || what === "bought-back");
  const proceeds = sold.map(({ stakeId }) => holdings.stakes.find((one) => one.stakeId === stakeId)?.soldForCents ?? 0);
  return {
    cycleReturnsCents: sum((row) => of(row, "withdrawal") && row.reason !== "withdrawal-paid"),
    salesCents: total(proceeds) + total(sold.map(({ cents }) => cents)),
    saleProceedsCents: total(proceeds),
    promotionsCents: sum(({ reason }) => reason === "promotion"),
    referralRewardsCents: sum((row) => of(row, "referral")),
  };
}
