import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/rewards";
import { mapWork, rows, type Work } from "~/db/work";
import { looksLikeOne } from "~/core/ledger/same-person";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

/** Rewards that wait for an operator, oldest first. */
export type WaitingReward = {
  referredId: string;
  referrerId: string;
  state: "held" | "pending";
  rewardCents: number;
  createdAtMs: number;
  /** 1: the two look like one person, and no operator has said that they are two. */
  looksLikeOne: number;
};

export function listRewards(
  db: Database,
  { after, pageRows = PAGE_ROWS }: { after: After | null; pageRows?: number },
): Work<KeysetPage<WaitingReward>> {
  const from = after ? sql`AND (created_at_ms, referred_id) > (${after.ms}, ${after.id})` : sql``;
  const query = db.all<WaitingReward>(sql`SELECT referred_id AS referredId, referrer_id AS referrerId, state,
      reward_cents AS rewardCents, created_at_ms AS createdAtMs,
      (released_at_ms IS NULL AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}) AS looksLikeOne
    FROM referrals WHERE state IN ('held', 'pending') ${from} ORDER BY created_at_ms, referred_id LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) =>
    cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.referredId)),
  );
}
