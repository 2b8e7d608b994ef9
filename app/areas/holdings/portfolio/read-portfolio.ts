import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { type Hold, holdOf } from "~/areas/holdings/payout-rules/payable-from";
import { BILLING_PAGE, billingQuery } from "./billing-history";
import type { OpenBid } from "~/domain/bids/bid-view";
import { readOpenBids } from "../open-bids";
import { openPaymentsQuery } from "./inside/open-payments";
import { readOwnOffers } from "./inside/own-offers";
import { readHoldings } from "./holdings-queries";
import type { PortfolioRows } from "./portfolio-view";

/** Everything that the portfolio and a withdrawal are calculated from, as of one moment. */
export type Portfolio = {
  viewer: Viewer;
  nowMs: number;
  rows: PortfolioRows;
  bank: SealedBankDetails | undefined;
  /** The wait of a withdrawal to the saved account, or without one to any. */
  hold: Hold | null;
  /** Being voted on. */
  bids: OpenBid[];
};

type PortfolioQuery = {
  /** A payment: the page of those before it. */
  beforeId?: string | null;
};

type RowsQuery = { userId: string; nowMs: number; beforeId?: string | null };

/** What the figures of one person's portfolio are calculated from, for whoever may see them. */
function portfolioRows(db: Database, { userId, nowMs, beforeId = null }: RowsQuery): Work<PortfolioRows> {
  const billingRows = beforeId === null ? BILLING_PAGE.wallet : BILLING_PAGE.older;
  const read = together({
    holdings: readHoldings(db, { userId, nowMs }),
    billing: rows(billingQuery(db, { userId, beforeId, limit: billingRows + 1 })),
    open: rows(openPaymentsQuery(db, { userId, nowMs })),
    ownOffers: readOwnOffers(db, userId),
  });
  return mapWork(read, ({ holdings, billing, open, ownOffers }) => ({
    ...holdings,
    ...{ billing, billingRows, open, ownOffers },
  }));
}

export async function readPortfolio(
  { db, log }: Pick<Deps, "db" | "log">,
  session: Session,
  { beforeId = null }: PortfolioQuery = {},
): Promise<Portfolio> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      portfolio: portfolioRows(db, { userId, nowMs, beforeId }),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      bids: readOpenBids(db, { userId, nowMs }),
    }),
  );
  const { portfolio, bank, bids } = result;
  const mark = bank?.accountMark ?? null;
  const isKnown = portfolio.withdrawals.some(
    ({ state, accountMark }) => state === "paid" && mark !== null && accountMark === mark,
  );
  const hold = holdOf({
    contactChangedAtMs: viewer.contactChangedAtMs,
    changedAtMs: bank?.changedAtMs,
    isKnown,
    nowMs,
  });
  if (portfolio.isCut) log("portfolio-cut-short", { userId: viewer.id });
  return { viewer, nowMs, rows: portfolio, bank, hold, bids };
}
