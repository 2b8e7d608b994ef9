import { row, rows, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import type { Session } from "~/features/session/session";
import type { Viewer } from "~/features/session/viewer";
import { billingQuery } from "./billing-history";
import { reachedBounds, readHoldings } from "./holdings-queries";
import type { PortfolioRows } from "./portfolio-view";

/** Everything that the portfolio and a withdrawal are calculated from, as of one moment. */
export type Portfolio = {
  viewer: Viewer;
  nowMs: number;
  rows: PortfolioRows;
  bank: SealedBankDetails | undefined;
};

/** @param beforeId a payment: read the page of those before it */
export async function readPortfolio(
  { db, log }: Pick<Deps, "db" | "log">,
  session: Session,
  beforeId: string | null,
): Promise<Portfolio> {
  const { viewer, nowMs, result } = await session.read(({ userId }) =>
    together({
      holdings: readHoldings(db, userId),
      billing: rows(billingQuery(db, userId, beforeId)),
      bank: row(sealedBankDetailsQuery(db, userId)),
    }),
  );
  const { holdings, billing, bank } = result;
  if (reachedBounds(holdings)) log("portfolio-cut-short", { userId: viewer.id });
  return { viewer, nowMs, rows: { ...holdings, billing }, bank };
}
