import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { BID_STATES, BUYER_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, type Work } from "~/db/work";
import type { BidResult, Counts } from "~/domain/bids/count-votes";
import { isStaff, lastVoteId, wasSuspended } from "./who-votes";

const MOST = 50;

/** Nothing of how a holder voted before it is counted. */
export type ConsoleBid = {
  id: string;
  bidderKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
  netPerStakeCents: number;
  closesOn: string;
  closesAtMs: number;
  note: string;
  letterSha256: string;
  state: (typeof BID_STATES)[number];
  draftedBy: string;
  draftedAtMs: number;
  publishedBy: string | null;
  publishedAtMs: number | null;
  withdrawnAtMs: number | null;
  result: BidResult | null;
  counts: Counts | null;
  voting: number;
  answered: number;
};

type BidRow = Omit<ConsoleBid, "counts"> & { issued: number | null; accepted: number | null; declined: number | null };

export function readCaskBids(db: Database, caskId: string): Work<ConsoleBid[]> {
  const votes = sql`stakes.state = 'active' AND NOT ${isStaff(sql`stakes.user_id`)}
    AND NOT ${wasSuspended(sql`stakes.user_id`, sql`bids.closes_at_ms`)}`;
  const stakesOf = (more = sql``) => sql`(SELECT count(*) FROM stakes
    WHERE bids.state = 'open' AND stakes.cask_id = bids.cask_id AND stakes.state <> 'ended' AND ${votes} ${more})`;
  const last = lastVoteId(sql`bids.id`, sql`stakes.user_id`);
  const bids =
    db.all<BidRow>(sql`SELECT id, bidder_kind AS bidderKind, gross_cents AS grossCents, fees_cents AS feesCents,
      net_per_stake_cents AS netPerStakeCents, closes_on AS closesOn, closes_at_ms AS closesAtMs, note, letter_sha256 AS letterSha256, state,
      drafted_by AS draftedBy, drafted_at_ms AS draftedAtMs, published_by AS publishedBy, published_at_ms AS publishedAtMs,
      withdrawn_at_ms AS withdrawnAtMs, result, issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined,
      ${stakesOf()} AS voting, ${stakesOf(sql`AND ${last} IS NOT NULL`)} AS answered
    FROM bids WHERE cask_id = ${caskId} ORDER BY drafted_at_ms DESC LIMIT ${MOST}`);
  return mapWork(rows(bids), (found) =>
    found.map(({ issued, accepted, declined, ...bid }) => ({
      ...bid,
      counts: issued === null || accepted === null || declined === null ? null : { issued, accepted, declined },
    })),
  );
}

export const latestBidId = (db: Database, caskId: string): Work<string | null> =>
  mapWork(
    row(db.all<{ id: string }>(sql`SELECT id FROM bids WHERE cask_id = ${caskId} ORDER BY drafted_at_ms DESC LIMIT 1`)),
    (found) => found?.id ?? null,
  );
