import { type SQL, sql } from "drizzle-orm";
import { type AuditedBid, type BidList, listKey } from "~/domain/audit/audit-files";
import { canonicalJson, registerMark } from "~/domain/audit/hashes";
import { type Choice, countsOf, resultOf } from "~/domain/bids/count-votes";
import { utcTime } from "~/domain/instant";
import { type AuditDeps, type Day, putJson, type Slice } from "./audit-steps";

const BIDS_A_SLICE = 5;

/** The last bid that was read: when it was published, and its id. */
type BidFrom = { afterMs: number; after: string };
export const NO_BID: BidFrom = { afterMs: 0, after: "" };
/** With what is wrong with them. */
export type BidsTold = { bids: AuditedBid[]; problems: string[] };

type BidRow = Omit<AuditedBid, "closes_at" | "list_sha256" | "opened_at" | "rule" | "withdrawn_at"> &
  AuditedBid["rule"] & { closes_at_ms: number; published_at_ms: number; withdrawn_at_ms: number | null };

/** The bids that were put to holders, as they stood at the day's end; each count is made again from its ballots. */
export async function auditBids(deps: AuditDeps, { endMs }: Day, from: BidFrom): Promise<Slice<BidFrom, BidsTold>> {
  const counted = (column: SQL) => sql`iif(counted_at_ms < ${endMs}, ${column}, NULL)`;
  const found = await deps.db
    .all<BidRow>(sql`SELECT id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, letter_sha256,
      published_at_ms, closes_at_ms, voted_parts, voted_whole, accepted_parts, accepted_whole,
      ${counted(sql`result`)} AS result, ${counted(sql`issued_stakes`)} AS issued,
      ${counted(sql`accepted_stakes`)} AS accepted, ${counted(sql`declined_stakes`)} AS declined,
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

async function auditBid(deps: AuditDeps, row: BidRow): Promise<{ bid: AuditedBid; problem: string | null }> {
  const { voted_parts, voted_whole, accepted_parts, accepted_whole, ...others } = row;
  const { published_at_ms: openedMs, closes_at_ms: closesMs, withdrawn_at_ms: withdrawnMs, ...told } = others;
  const bid: AuditedBid = {
    ...told,
    list_sha256: null,
    rule: { accepted_parts, accepted_whole, voted_parts, voted_whole },
    opened_at: utcTime(openedMs),
    closes_at: utcTime(closesMs),
    withdrawn_at: withdrawnMs === null ? null : utcTime(withdrawnMs),
  };
  if (bid.result === null) return { bid, problem: null };
  const list = await readBallots(deps, bid);
  const text = canonicalJson(list);
  bid.list_sha256 = deps.sha256(text);
  await putJson(deps, listKey(bid.list_sha256), text);
  const { issued, accepted, declined } = countsOf(list.stakes.map(({ choice }) => choice));
  if (issued !== bid.issued || accepted !== bid.accepted || declined !== bid.declined)
    return { bid, problem: "was counted otherwise than its ballots say" };
  const rule = {
    ...{ votedParts: voted_parts, votedWhole: voted_whole },
    ...{ acceptedParts: accepted_parts, acceptedWhole: accepted_whole },
  };
  const isRight = resultOf({ issued, accepted, declined }, rule) === bid.result;
  return { bid, problem: isRight ? null : "has another result than its rule gives" };
}

/** Every stake issued at the close: its mark then, and how it voted. */
async function readBallots({ db, sha256 }: AuditDeps, { id, cask_id: caskId }: AuditedBid): Promise<BidList> {
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
