import { sql } from "drizzle-orm";
import { mapWork, row, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type HoldingsRead, readHoldings } from "~/areas/holdings/portfolio/holdings-queries";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { readMarketOpen } from "~/core/settings/market-open";
import { type Hold, readHold } from "~/areas/holdings/payout-rules/payable-from";
import { readHoldingFacts } from "./inside/holding-facts";
import type { OpenBid } from "~/domain/bids/bid-view";
import { readValueRecord } from "~/areas/casks/read-value-record";
import type { ValueRecord } from "~/domain/value-record";
import { readOpenBids } from "./open-bids";
import { type HoldingView, holdingView } from "./holding-view";

/** One stake of the viewer and what a withdrawal of its return is based on, as of one moment. */
export type ReadHolding = {
  viewer: Viewer;
  nowMs: number;
  rows: HoldingsRead;
  /** null: no such stake of theirs. */
  view: HoldingView | null;
  bank: SealedBankDetails | undefined;
  hold: Hold | null;
  /** How right earlier values were. */
  record: ValueRecord[];
  /** Being voted on. */
  bids: OpenBid[];
  /** For this viewer, from where they ask. */
  marketOpen: boolean;
  /** To other investors. */
  isOnOffer: boolean;
};

/** One round trip. */
export async function readHolding(
  { db }: Pick<Deps, "db">,
  session: Session,
  { stakeId, country = null }: { stakeId: string; country?: string | null },
): Promise<ReadHolding> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      rows: readHoldings(db, { userId, nowMs, stakeId }),
      facts: readHoldingFacts(db, { userId, stakeId }),
      hold: readHold(db, { userId, nowMs }),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      record: readValueRecord(db),
      bids: readOpenBids(db, { userId, nowMs, stakeId }),
      marketOpen: readMarketOpen(db, { userId, country }),
      isOnOffer: mapWork(
        row(db.all(sql`SELECT 1 FROM offers WHERE stake_id = ${stakeId} AND user_id = ${userId} AND state = 'open'`)),
        (found) => found !== undefined,
      ),
    }),
  );
  const { rows, facts, ...rest } = result;
  return { viewer, nowMs, rows, view: holdingView(rows, facts, { activated: viewer.activated, nowMs }), ...rest };
}
