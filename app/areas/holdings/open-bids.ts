import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";
import type { OpenBid } from "~/domain/bids/bid-view";

/** The bids being voted on for casks of which a person holds stakes, those that end first first. @param stakeId of one stake's cask alone */
export const readOpenBids = (
  db: Database,
  { userId, nowMs, stakeId = null }: { userId: string; nowMs: number; stakeId?: string | null },
): Work<OpenBid[]> =>
  rows(
    db.all<OpenBid>(sql`SELECT bids.id, casks.name AS caskName, bids.closes_at_ms AS closesAtMs,
        (SELECT choice FROM bid_votes WHERE bid_id = bids.id AND user_id = ${userId} ORDER BY id DESC LIMIT 1) AS choice
      FROM bids JOIN casks ON casks.id = bids.cask_id
      WHERE bids.state = 'open' AND bids.closes_at_ms > ${nowMs} AND EXISTS (SELECT 1 FROM stakes
        WHERE stakes.user_id = ${userId} AND stakes.cask_id = bids.cask_id AND stakes.state <> 'ended' ${stakeId === null ? sql`` : sql`AND stakes.id = ${stakeId}`})
      ORDER BY bids.closes_at_ms`),
  );
