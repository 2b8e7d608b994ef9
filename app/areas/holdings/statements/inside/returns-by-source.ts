import { total } from "~/areas/holdings/portfolio/returns-till-date";
import type { StakeFigures } from "~/areas/holdings/stake-figures";
import type { CashRow, StatementRows } from "./statement-rows";

/** What the period brought, by where it came from; what was taken back is deducted. */
export type ReturnsBySource = {
  cycleReturnsCents: number;
  /** What sold stakes brought above their price, or below it. */
  salesCents: number;
  /** Of these, what was credited for them: their share of the sale, less what was advanced on it. */
  saleProceedsCents: number;
  saleAdvancesCents: number;
  promotionsCents: number;
  referralRewardsCents: number;
};

type Figures = readonly StakeFigures[];

/** @param before and `after`: as they stood at the beginning and at the end of the period */
export function returnsBySource(
  { cash }: StatementRows,
  { before, after }: { before: Figures; after: Figures },
): ReturnsBySource {
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

/** What left for the bank, or came back from it, is no return. */
const isPayout = (reason: string) => reason === "withdrawal-paid" || reason === "withdrawal-returned";

type Sold = { soldForCents: number; creditedCents: number; priceCents: number };

const soldOf = (figures: Figures): Sold[] =>
  figures.flatMap(({ soldForCents, creditedCents, priceCents }) =>
    soldForCents === null || creditedCents === null ? [] : [{ soldForCents, creditedCents, priceCents }],
  );
