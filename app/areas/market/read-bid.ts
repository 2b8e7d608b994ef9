import { desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { readCounted } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { advancedOn } from "~/core/ledger/advances";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/market";
import { mapWork, type ResultOf, row, rows, runWork, type Work } from "~/db/work";
import { creditsOf } from "~/domain/advance";
import type { BidResult, BidRule, BidView, Counts } from "~/domain/bids";

export async function readBid({ db }: Deps, session: Session, bidId: string) {
  const { viewer, result } = await session.read(({ userId, nowMs }) => bidOf(db, { bidId, userId, nowMs }));
  return { viewer, bid: result?.view ?? null };
}

export async function readLinkedBid(
  deps: Deps,
  { bidId, token }: { bidId: string; token: string },
): Promise<{ userId: string; bid: BidView } | null> {
  const userId = userInToken(token);
  if (userId === null) return null;
  const found = await runWork(deps.db, bidOf(deps.db, { bidId, userId, nowMs: deps.nowMs() }));
  if (!found?.email || !(await isOurToken(deps, token, { bidId, userId, email: found.email }))) return null;
  return { userId, bid: found.view };
}

export async function readBidOf(
  { db, nowMs }: Deps,
  { bidId, userId }: { bidId: string; userId: string },
): Promise<{ bid: BidView; email: string | null } | null> {
  const found = await runWork(db, bidOf(db, { bidId, userId, nowMs: nowMs() }));
  return found && { bid: found.view, email: found.email };
}

export async function readBidLetter({ db }: Deps, session: Session, bidId: string) {
  const { result } = await session.read(({ userId }) => letterOf(db, sql`${sawIt(bidId, sql`${userId}`)}`));
  return result;
}

export const readLetter = (db: Database, bidId: string) => letterOf(db, sql`bids.id = ${bidId}`);

const letterOf = (db: Database, where: SQL) =>
  row(
    db.all<{ kind: "bid"; issuedOn: string; fileKey: string; mediaType: string }>(
      sql`SELECT 'bid' AS kind, closes_on AS issuedOn, letter_key AS fileKey, letter_media_type AS mediaType FROM bids WHERE ${where}`,
    ),
  );

const sawIt = (bidId: string, userId: SQL) => sql`bids.id = ${bidId} AND bids.published_at_ms IS NOT NULL
  AND EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = bids.cask_id AND stakes.user_id = ${userId})`;

type StakeCells = [paidCents: number, advancedCents: number, frozen: 0 | 1];

type BidRow = Omit<BidView, "state" | "mine" | "isStaff" | "lastValue" | "rule" | "counts"> &
  BidRule & {
    state: "open" | BidResult | "withdrawn";
    email: string | null;
    mine: string;
    isStaff: 0 | 1;
    countedValues: string;
    issued: number | null;
    accepted: number | null;
    declined: number | null;
  };

type BidOf = { bidId: string; userId: string; nowMs: number };

function bidOf(db: Database, { bidId, userId, nowMs }: BidOf): Work<{ view: BidView; email: string | null } | null> {
  const query =
    db.all<BidRow>(sql`SELECT bids.id, casks.name AS caskName, bids.state, bidder_kind AS bidderKind, gross_cents AS grossCents,
      fees_cents AS feesCents, stakes, net_per_stake_cents AS netPerStakeCents, closes_at_ms AS closesAtMs, withdrawn_at_ms AS withdrawnAtMs, note,
      voted_parts AS votedParts, voted_whole AS votedWhole, accepted_parts AS acceptedParts, accepted_whole AS acceptedWhole,
      issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined, casks.counted_values AS countedValues,
      users.email, ${isStaff(sql`users.id`)} AS isStaff, bid_votes.choice, bid_votes.voted_at_ms AS votedAtMs,
      (SELECT json_group_array(json_array(stakes.price_cents, ${advancedOn(sql`stakes.id`)}, stakes.state = 'frozen')) FROM stakes
        WHERE stakes.cask_id = bids.cask_id AND stakes.user_id = users.id AND stakes.state <> 'ended') AS mine
    FROM bids JOIN casks ON casks.id = bids.cask_id JOIN users ON users.id = ${userId} AND users.suspended_at_ms IS NULL
      LEFT JOIN bid_votes ON bid_votes.id = ${lastVoteId(sql`bids.id`, sql`users.id`)}
    WHERE ${sawIt(bidId, sql`users.id`)}`);
  return mapWork(row(query), (found) => (found ? { view: viewOf(found, nowMs), email: found.email } : null));
}

function viewOf(found: BidRow, nowMs: number): BidView {
  const { votedParts, votedWhole, acceptedParts, acceptedWhole, issued, accepted, declined, ...rest } = found;
  const { email: _, mine, isStaff: staff, countedValues, state, ...bid } = rest;
  const held = JSON.parse(mine) as StakeCells[];
  const active = held.filter(([, , frozen]) => frozen === 0);
  const last = readCounted(countedValues).at(-1);
  return {
    ...bid,
    state: state === "open" && bid.closesAtMs <= nowMs ? "closed" : state,
    rule: { votedParts, votedWhole, acceptedParts, acceptedWhole },
    mine: {
      ...creditsOf(
        bid.netPerStakeCents,
        active.map(([, advanced]) => advanced),
      ),
      stakes: active.length,
      frozen: held.length - active.length,
      paidCents: active.reduce((sum, [paid]) => sum + paid, 0),
    },
    isStaff: staff === 1,
    lastValue: last ? { valueCents: last.valueCents, valuedOn: last.valuedOn, tier: last.tier } : null,
    counts: countsOf(issued, accepted, declined),
  };
}

const countsOf = (issued: number | null, accepted: number | null, declined: number | null): Counts | null =>
  issued === null || accepted === null || declined === null ? null : { issued, accepted, declined };

const MOST = 50;

/** How holders voted is read only once the bid is counted. */
export function readCaskBids(db: Database, caskId: string) {
  const votes = sql`stakes.state = 'active' AND NOT ${isStaff(sql`stakes.user_id`)}
    AND NOT ${wasSuspended(sql`stakes.user_id`, sql`bids.closes_at_ms`)}`;
  const stakesOf = (more = sql``) => sql<number>`(SELECT count(*) FROM stakes
    WHERE bids.state = 'open' AND stakes.cask_id = bids.cask_id AND stakes.state <> 'ended' AND ${votes} ${more})`;
  const last = lastVoteId(sql`bids.id`, sql`stakes.user_id`);
  const found = db
    .select({
      ...getTableColumns(bids),
      voting: stakesOf().as("voting"),
      answered: stakesOf(sql`AND ${last} IS NOT NULL`).as("answered"),
    })
    .from(bids)
    .where(eq(bids.caskId, caskId))
    .orderBy(desc(bids.draftedAtMs))
    .limit(MOST);
  return mapWork(rows(found), (all) =>
    all.map(({ issuedStakes: issued, acceptedStakes: accepted, declinedStakes: declined, ...bid }) => ({
      ...bid,
      counts: countsOf(issued, accepted, declined),
    })),
  );
}

export type ConsoleBid = ResultOf<ReturnType<typeof readCaskBids>>[number];

export const latestBidId = (db: Database, caskId: string): Work<string | null> =>
  mapWork(
    row(db.all<{ id: string }>(sql`SELECT id FROM bids WHERE cask_id = ${caskId} ORDER BY drafted_at_ms DESC LIMIT 1`)),
    (found) => found?.id ?? null,
  );

// Once the account has another address, the old one votes no more.

type Linked = { bidId: string; userId: string; email: string };

const SHAPE = /^([\w-]{1,60})\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Deps, { bidId, userId, email }: Linked) =>
  (await signLink(`bid:${bidId}:${userId}:${email}`)).slice(0, 32);

export async function bidUrl(deps: Deps, linked: Linked): Promise<string> {
  return `${deps.origin}/bids/${linked.bidId}/${linked.userId}.${await signatureOf(deps, linked)}`;
}

function userInToken(token: string): string | null {
  return SHAPE.exec(token)?.[1] ?? null;
}

async function isOurToken(deps: Deps, token: string, linked: Linked): Promise<boolean> {
  const signature = SHAPE.exec(token)?.[2] ?? "";
  const expected = await signatureOf(deps, linked);
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  return (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
}

export const isStaff = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${userId} AND staff.role <> 'investor')`;

export const wasSuspended = (userId: SQL, atMs: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = ${userId} AND suspensions.suspended_at_ms < ${atMs}
    AND coalesce(suspensions.restored_at_ms, ${atMs}) >= ${atMs})`;

export const lastVoteId = (bidId: SQL, userId: SQL): SQL<number | null> =>
  sql`(SELECT max(choices.id) FROM bid_votes AS choices WHERE choices.bid_id = ${bidId} AND choices.user_id = ${userId})`;
