import { sql } from "drizzle-orm";
import { type AuditedBid, type BidList, listKey } from "~/domain/audit/audit-files";
import { canonicalJson, registerMark } from "~/domain/audit/hashes";
import { type BidResult, type BidRule, type Choice, countsOf, resultOf } from "~/domain/bids/count-votes";
import { utcTime } from "~/domain/instant";
import { type AuditDeps, type Day, putJson, type Slice } from "./audit-steps";

const BIDS_A_SLICE = 5;

/** The last bid that was read: when it was published, and its id. */
type BidFrom = { afterMs: number; after: string };
export const NO_BID: BidFrom = { afterMs: 0, after: "" };
/** With what is wrong with them. */
export type BidsTold = { bids: AuditedBid[]; problems: string[] };

/** The bids that were put to holders, as they stood at the day's end; each count is made again from its ballots. */
export async function auditBids(deps: AuditDeps, { endMs }: Day, from: BidFrom): Promise<Slice<BidFrom, BidsTold>> {
  const found = await deps.db
    .all<BidRow>(sql`SELECT id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, letter_sha256,
      published_at_ms, closes_at_ms, voted_parts, voted_whole, accepted_parts, accepted_whole,
      iif(counted_at_ms < ${endMs}, result, NULL) AS result, issued_stakes, accepted_stakes, declined_stakes,
      iif(withdrawn_at_ms < ${endMs}, withdrawn_at_ms, NULL) AS withdrawn_at_ms
    FROM bids WHERE published_at_ms IS NOT NULL AND published_at_ms < ${endMs} AND (published_at_ms, id) > (${from.afterMs}, ${from.after})
    ORDER BY published_at_ms, id LIMIT ${BIDS_A_SLICE}`);
  const told: BidsTold = { bids: [], problems: [] };
  for (const row of found) {
    const { bid, problem } = await auditBid(deps, row);
    told.bids.push(bid);
    if (problem !== null) told.problems.push(`bids: ${row.id} ${problem}`);
  }
  const last = found.length === BIDS_A_SLICE ? found.at(-1) : null;
  return { next: last ? { afterMs: last.published_at_ms, after: last.id } : null, told };
}

type BidRow = {
  id: string;
  cask_id: string;
  bidder_kind: string;
  gross_cents: number;
  fees_cents: number;
  stakes: number;
  net_per_stake_cents: number;
  letter_sha256: string;
  published_at_ms: number;
  closes_at_ms: number;
  voted_parts: number;
  voted_whole: number;
  accepted_parts: number;
  accepted_whole: number;
  result: BidResult | null;
  issued_stakes: number | null;
  accepted_stakes: number | null;
  declined_stakes: number | null;
  withdrawn_at_ms: number | null;
};

async function auditBid(deps: AuditDeps, row: BidRow): Promise<{ bid: AuditedBid; problem: string | null }> {
  const { voted_parts, voted_whole, accepted_parts, accepted_whole } = row;
  const bid: AuditedBid = {
    ...{ id: row.id, cask_id: row.cask_id, bidder_kind: row.bidder_kind, stakes: row.stakes },
    ...{ gross_cents: row.gross_cents, fees_cents: row.fees_cents, net_per_stake_cents: row.net_per_stake_cents },
    ...{ letter_sha256: row.letter_sha256, rule: { accepted_parts, accepted_whole, voted_parts, voted_whole } },
    ...{ opened_at: utcTime(row.published_at_ms), closes_at: utcTime(row.closes_at_ms) },
    withdrawn_at: row.withdrawn_at_ms === null ? null : utcTime(row.withdrawn_at_ms),
    ...{ result: null, issued: null, accepted: null, declined: null, list_sha256: null },
  };
  if (row.result === null) return { bid, problem: null };
  const list = await readBallots(deps, row);
  const text = canonicalJson(list);
  const list_sha256 = deps.sha256(text);
  await putJson(deps, listKey(list_sha256), text);
  const { issued_stakes: issued, accepted_stakes: accepted, declined_stakes: declined, result } = row;
  const counts = countsOf(list.stakes.map(({ choice }) => choice));
  const rule: BidRule = {
    ...{ votedParts: voted_parts, votedWhole: voted_whole },
    ...{ acceptedParts: accepted_parts, acceptedWhole: accepted_whole },
  };
  const isCounted = counts.issued === issued && counts.accepted === accepted && counts.declined === declined;
  const problem = !isCounted
    ? "was counted otherwise than its ballots say"
    : resultOf(counts, rule) === result
      ? null
      : "has another result than its rule gives";
  return { bid: { ...bid, result, issued, accepted, declined, list_sha256 }, problem };
}

/** Every stake issued at the close: its mark then, and how it voted. */
async function readBallots({ db, sha256 }: AuditDeps, { id, cask_id: caskId }: BidRow): Promise<BidList> {
  const ballots = await db.all<{ number: number; code: string | null; choice: Choice | null }>(
    sql`SELECT number, certificate_code AS code, choice FROM bid_ballots WHERE bid_id = ${id}`,
  );
  const place = ({ mark, choice }: BidList["stakes"][number]) => mark ?? `without ${choice ?? "none"}`;
  const stakes = ballots.map(({ number, code, choice }) => ({
    choice,
    mark: code === null ? null : registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256),
  }));
  return { bid_id: id, stakes: stakes.sort((a, b) => (place(a) < place(b) ? -1 : 1)) };
}
