import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { ACCOUNT_LIMITS, accountKey, isRoomFor, limitWork } from "~/core/limits";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { BID_CHOICES } from "~/db/schema/names";
import { row, runWork, together, type Work, writeThenRead } from "~/db/work";
import type { Choice } from "~/domain/bids";
import { isStaff, lastVoteId, readLinkedBid } from "./read-bid";

export const readChoice = (choice: unknown): Choice | null => BID_CHOICES.find((one) => one === choice) ?? null;

type VoteOutcome = { ok: true } | { ok: false; code: "no-such-bid" | "closed" | "no-vote" };
type LinkedOutcome = VoteOutcome | { ok: false; code: "too-often"; retryAtMs: number };

export async function vote(
  { db }: Deps,
  session: Session,
  { bidId, choice }: { bidId: string; choice: Choice },
): Promise<VoteOutcome> {
  const { result } = await session.write(({ userId, nowMs, live }) =>
    cast(db, { bidId, userId, choice, nowMs, may: live }),
  );
  return outcomeOf(result, choice);
}

export async function voteByLink(
  deps: Deps,
  { bidId, token, choice }: { bidId: string; token: string; choice: Choice },
): Promise<LinkedOutcome> {
  const { db } = deps;
  const linked = await readLinkedBid(deps, { bidId, token });
  if (!linked) return { ok: false, code: "no-such-bid" };
  const { userId } = linked;
  const nowMs = deps.nowMs();
  const limits = [{ key: accountKey("voting", userId), ...ACCOUNT_LIMITS.voting }];
  const may = isRoomFor(db, limits, nowMs);
  const { now, limited } = await runWork(
    db,
    together({ now: cast(db, { bidId, userId, choice, nowMs, may }), limited: limitWork(db, { limits, nowMs }) }),
  );
  return limited.ok ? outcomeOf(now, choice) : { ok: false, code: "too-often", retryAtMs: limited.retryAtMs };
}

type Cast = { bidId: string; userId: string; choice: Choice; nowMs: number; may: SQL };
type Now = { choice: Choice | null; isOpen: 0 | 1; holds: 0 | 1 };

function cast(db: Database, { bidId, userId, choice, nowMs, may }: Cast): Work<Now | undefined> {
  const isOpen = sql`(bids.state = 'open' AND bids.published_at_ms <= ${nowMs} AND bids.closes_at_ms > ${nowMs})`;
  const holds = sql`(EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = bids.cask_id AND stakes.user_id = users.id AND stakes.state <> 'ended')
    AND NOT ${isStaff(sql`users.id`)} AND users.suspended_at_ms IS NULL AND users.closed_at_ms IS NULL)`;
  const last = lastVoteId(sql`bids.id`, sql`users.id`);
  const insert = db.run(sql`INSERT INTO bid_votes (bid_id, user_id, choice, voted_at_ms)
    SELECT bids.id, users.id, ${choice}, ${nowMs} FROM bids JOIN users ON users.id = ${userId}
    WHERE bids.id = ${bidId} AND ${isOpen} AND ${holds} AND ${may}
      AND (SELECT bid_votes.choice FROM bid_votes WHERE bid_votes.id = ${last}) IS NOT ${choice}`);
  const now = db.all<Now>(sql`SELECT bid_votes.choice, ${isOpen} AS isOpen, ${holds} AS holds
    FROM bids JOIN users ON users.id = ${userId} LEFT JOIN bid_votes ON bid_votes.id = ${last}
    WHERE bids.id = ${bidId} AND bids.published_at_ms IS NOT NULL
      AND EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = bids.cask_id AND stakes.user_id = users.id)`);
  return writeThenRead([insert], row(now));
}

function outcomeOf(now: Now | undefined, choice: Choice): VoteOutcome {
  if (!now) return { ok: false, code: "no-such-bid" };
  if (now.isOpen === 0) return { ok: false, code: "closed" };
  if (now.holds === 0) return { ok: false, code: "no-vote" };
  return now.choice === choice ? { ok: true } : { ok: false, code: "closed" };
}
